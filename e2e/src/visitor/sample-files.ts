import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A file for a file input. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const word = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([word(data.length), body, word(crc32(body))]);
};

/** Returns a square picture of noise, which does not compress: about three bytes for each pixel. */
export function pngOf(name: string, edge: number): ChosenFile {
  const rows = Array.from({ length: edge }, () => Buffer.concat([Buffer.alloc(1), randomBytes(edge * 3)]));
  const header = Buffer.concat([word(edge), word(edge), Buffer.from([8, 2, 0, 0, 0])]);
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** Returns the smallest PDF that shows a page. */
export function pdfOf(name: string): ChosenFile {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  const text = `%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text) };
}

/** Returns a file of other content that claims to be a PNG picture. */
export const disguised = (name: string, content: string): ChosenFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(content),
});
