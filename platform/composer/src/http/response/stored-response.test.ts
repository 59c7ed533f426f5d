import { StoredResponse } from './send';

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
