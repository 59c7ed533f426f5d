import { StoredResponse } from './stored-response';

/** Bytes that stay in memory for a body. */
const kept = (body: Buffer | undefined): number => body?.buffer.byteLength ?? 0;

test.each(['identity', 'br', 'gzip'] as const)('keeps no more in memory than what it sends: %s', async (encoding) => {
  const response = new StoredResponse(200, {}, Buffer.from('<h1>The Pattern Book</h1>'.repeat(100)));
  const { body } = await response.in(encoding);
  expect(kept(body)).toBe(body.length);
  expect(kept(response.body)).toBe(response.body.length);
});
