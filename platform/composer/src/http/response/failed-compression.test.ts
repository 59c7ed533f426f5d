import { brotliCompress } from 'node:zlib';
import { StoredResponse } from './send';

jest.mock('node:zlib', () => {
  const zlib = jest.requireActual<typeof import('node:zlib')>('node:zlib');
  return { ...zlib, brotliCompress: jest.fn(zlib.brotliCompress) };
});

const PAGE = Buffer.from('<p>A row of the pattern book</p>'.repeat(200));
const failsOnce = () =>
  jest.mocked(brotliCompress).mockImplementationOnce(((_body: unknown, _options: unknown, done: unknown) => {
    if (typeof done === 'function') done(new Error('Out of memory'));
  }) as typeof brotliCompress);

test('a compression that fails costs its visitor some bytes, and the next one nothing', async () => {
  failsOnce();
  const response = new StoredResponse(200, {}, PAGE);
  const whole = await response.in('br');
  expect([whole.body.equals(PAGE), whole.headers.includes('content-encoding')]).toEqual([true, false]);
  expect(response.ready('br')).toBeUndefined();
  const packed = await response.in('br');
  expect(packed.body.length).toBeLessThan(PAGE.length);
  expect(response.ready('br')).toBe(packed);
});
