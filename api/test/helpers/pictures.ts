import { deflateSync } from 'node:zlib';

/** Bytes that must not survive: they stand for a place and a name. */
export const SECRET = 'GPS 13.0827N 80.2707E by A. Person';

const crc = (bytes: Buffer): number => {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), body, u32(crc(body))]);
};

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const pixel = [
  chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from([0, 200, 30, 60]))),
  chunk('IEND', Buffer.alloc(0)),
] as const;

/** A red pixel, and the same with a text, Exif and a tail. */
export const cleanPng = Buffer.concat([PNG_SIGNATURE, ...pixel]);
export const tellingPng = Buffer.concat([
  PNG_SIGNATURE,
  pixel[0],
  chunk('tEXt', Buffer.from(`Author\0${SECRET}`)),
  chunk('eXIf', Buffer.from(SECRET)),
  pixel[1],
  pixel[2],
  Buffer.from(SECRET),
]);

const segment = (marker: number, data: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
};
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
/** Exif of a picture taken with the camera on its side (6), and a secret behind the directory. */
const exif = Buffer.concat([
  latin('Exif\0\0'),
  Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex'),
  latin(SECRET),
]);
const scan = Buffer.concat([segment(0xda, Buffer.from('0100003f00', 'hex')), Buffer.from('12ff0034ffd056', 'hex')]);

/** The structure of a JPEG with two scans; its compressed data is no picture, which nothing here needs. */
export const tellingJpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
  segment(0xe1, exif),
  segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`)),
  segment(0xed, latin(`Photoshop 3.0\0${SECRET}`)),
  segment(0xe2, latin('ICC_PROFILE\0\x01\x01profile')),
  segment(0xfe, latin(SECRET)),
  segment(0xdb, Buffer.alloc(65, 1)),
  scan,
  segment(0xfe, latin(SECRET)),
  scan,
  Buffer.from([0xff, 0xd9]),
  latin(SECRET),
]);

const riff = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([latin(type), length, data, Buffer.alloc(data.length % 2)]);
};
const webpBody = Buffer.concat([
  latin('WEBP'),
  riff('VP8X', Buffer.from('0c000000000000000000', 'hex')),
  riff('VP8 ', Buffer.alloc(11, 7)),
  riff('EXIF', latin(SECRET)),
  riff('XMP ', latin(SECRET)),
]);
export const tellingWebp = riff('RIFF', webpBody);

const blocks = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), latin(text), Buffer.from([0])]);
export const tellingGif = Buffer.concat([
  latin('GIF89a'),
  Buffer.from('01000100800000', 'hex'),
  Buffer.from('ffffff000000', 'hex'),
  Buffer.from([0x21, 0xfe]),
  blocks(SECRET),
  Buffer.from([0x21, 0xff, 11]),
  latin('NETSCAPE2.0'),
  Buffer.from([3, 1, 0, 0, 0]),
  Buffer.from([0x21, 0xff, 11]),
  latin('XMP DataXMP'),
  blocks(SECRET),
  Buffer.from('21f90400000000002c00000000010001000002024401003b', 'hex'),
  latin(SECRET),
]);

export const pdf = latin('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
