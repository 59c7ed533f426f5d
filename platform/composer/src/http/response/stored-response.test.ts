import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { eventually } from '../../testing/running-composer';
import { StoredResponse, send } from './send';

/** Bytes that stay in memory for a body. */
const kept = (body: Buffer | undefined): number => body?.buffer.byteLength ?? 0;

test.each(['identity', 'br', 'gzip'] as const)('keeps no more in memory than what it sends: %s', async (encoding) => {
  const response = new StoredResponse(200, {}, Buffer.from('<h1>The Pattern Book</h1>'.repeat(100)));
  const { body } = await response.in(encoding);
  expect(kept(body)).toBe(body.length);
  expect(kept(response.body)).toBe(response.body.length);
});

const PAGE = Buffer.from(Array.from({ length: 500 }, (_, row) => `<p>Row ${row} of the pattern book</p>`).join(''));

test.each(['br', 'gzip'] as const)('makes %s once for all who ask at the same time', async (encoding) => {
  const response = new StoredResponse(200, {}, PAGE);
  expect(response.ready(encoding)).toBeUndefined();
  const [first, second] = await Promise.all([response.in(encoding), response.in(encoding)]);
  expect(second).toBe(first);
  expect(response.ready(encoding)).toBe(first);
});

test('brotli, which is preferred, is the smallest', async () => {
  const response = new StoredResponse(200, {}, PAGE);
  const [br, gzip] = await Promise.all([response.in('br'), response.in('gzip')]);
  expect(br.body.length).toBeLessThan(gzip.body.length);
});

describe('a page that is sent again in brotli', () => {
  const text = readFileSync(join(__dirname, 'send.ts'));
  const response = new StoredResponse(200, { 'content-type': 'text/html' }, text);
  const server = createServer((request, answer) => void send(request, answer, response));
  const get = async (tag?: string) => {
    const { port } = server.address() as AddressInfo;
    const headers = { 'accept-encoding': 'br', ...(tag && { 'if-none-match': tag }) };
    const { status, headers: got } = await fetch(`http://localhost:${port}/`, { headers });
    return { status, bytes: Number(got.get('content-length')), tag: got.get('etag') ?? '' };
  };
  beforeAll(async () => {
    server.listen(0);
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  test('is smaller for those who come later, and is known to those who have the first copy', async () => {
    const first = await get();
    expect(await get()).toEqual(first);
    const later = await eventually(get, ({ bytes }) => bytes < first.bytes);
    expect(later.tag).not.toBe(first.tag);
    expect(await get(first.tag)).toMatchObject({ status: 304, tag: first.tag });
    expect(await get(later.tag)).toMatchObject({ status: 304, tag: later.tag });
    expect(brotliDecompressSync((await response.in('br')).body).equals(text)).toBe(true);
  });
});
