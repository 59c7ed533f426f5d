import { TAKES_ALL } from '../../../../tooling/src/testing/sample';
import { encodePacket, HEADER_BYTES, type Packet, PacketReader, ProtocolError } from './packets';

const readAll = (parts: Buffer[], admit = jest.fn()) => {
  const packets: Packet[] = [];
  const reader = new PacketReader(admit);
  for (const part of parts) reader.read(part, (packet) => packets.push(packet));
  return packets;
};

const MESSAGES = [encodePacket(1, 0), encodePacket(4, 7, { html: 'größer' }), encodePacket(6, 9, 'x'.repeat(500))];
const EXPECTED = [
  { kind: 1, id: 0, body: undefined },
  { kind: 4, id: 7, body: { html: 'größer' } },
  { kind: 6, id: 9, body: 'x'.repeat(500) },
];

test.each([1, 2, 8, 9, 10, 100, 10_000])('messages come whole, in pieces of %d bytes', (size) => {
  const all = Buffer.concat(MESSAGES);
  const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.subarray(n * size, (n + 1) * size));
  expect(readAll(parts)).toMatchObject(EXPECTED);
});

test('a message is refused by its header, before anything of it is taken in', () => {
  const refuse = jest.fn().mockImplementation(() => {
    throw new ProtocolError('too long');
  });
  const header = encodePacket(4, 1, 'x'.repeat(100)).subarray(0, HEADER_BYTES);
  expect(() => readAll([header], refuse)).toThrow('too long');
});

test('what is not JSON is not a message', () => {
  const broken = encodePacket(4, 1, 'text');
  broken[HEADER_BYTES] = 0x7b;
  expect(() => readAll([broken])).toThrow(ProtocolError);
});

if (TAKES_ALL)
  test('a byte costs the same in a crowd of messages as alone', () => {
    const crowd = Buffer.concat(Array.from({ length: 170_000 }, () => encodePacket(1, 0)));
    let count = 0;
    const began = performance.now();
    new PacketReader(() => {}).read(crowd, () => {
      count += 1;
    });
    expect(count).toBe(170_000);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`key ${key}`, '"[{,']));

test.each([
  ['of many keys', { data: keys(51_000) }, 'has more than 51000 values'],
  ['of a long list', Array(51_001).fill(0), 'has more than 51000 values'],
  ['that is deep', JSON.parse('['.repeat(67) + ']'.repeat(67)), 'is deeper than 66 levels'],
])('a message %s is refused before it is parsed', (_name, body, refused) => {
  const parse = jest.spyOn(JSON, 'parse');
  expect(readAll([encodePacket(4, 1, body)])).toMatchObject([{ kind: 4, id: 1, body: undefined, refused }]);
  expect(parse).not.toHaveBeenCalled();
});

test('what stands in its texts counts for nothing', () => {
  const body = { text: `${'\\"[{,'.repeat(60_000)}\\`, data: keys(10) };
  expect(readAll([encodePacket(4, 1, body)])).toMatchObject([{ body }]);
});
