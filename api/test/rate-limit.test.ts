import { randomUUID } from 'node:crypto';
import { createRateLimiter } from '../src/plugins/rate-limit';
import { startSite, type TestSite } from './helpers/site';

describe('counting', () => {
  const attempt = (run: () => void): string => {
    try {
      run();
      return 'taken';
    } catch (error) {
      return `${(error as { status: number }).status} ${(error as { retryAfterSeconds: number }).retryAfterSeconds}`;
    }
  };

  test('ten a minute, then wait as long as the first has to age', () => {
    const limiter = createRateLimiter(10);
    for (let index = 0; index < 10; index += 1)
      expect(attempt(() => limiter.take('1.1.1.1', undefined, index * 1000))).toBe('taken');
    expect(attempt(() => limiter.take('1.1.1.1', undefined, 10_000))).toBe('429 50');
    expect(attempt(() => limiter.take('2.2.2.2', undefined, 10_000))).toBe('taken');
    expect(attempt(() => limiter.take('1.1.1.1', undefined, 60_000))).toBe('taken');
  });

  test('the mail and the save of a submission are one', () => {
    const limiter = createRateLimiter(2);
    for (const id of ['a', 'a', 'a', 'b', 'b']) expect(attempt(() => limiter.take('1.1.1.1', id, 0))).toBe('taken');
    expect(attempt(() => limiter.take('1.1.1.1', 'c', 0))).toMatch('429');
  });

  test('even repeats have an end', () => {
    const limiter = createRateLimiter(2);
    const results = Array.from({ length: 20 }, () => attempt(() => limiter.take('1.1.1.1', 'a', 0)));
    expect(results.filter((result) => result === 'taken')).toHaveLength(12);
  });

  test('a whole /64 network of IPv6 is one visitor', () => {
    const limiter = createRateLimiter(1);
    expect(attempt(() => limiter.take('2001:db8:1:2::1', undefined, 0))).toBe('taken');
    expect(attempt(() => limiter.take('2001:db8:1:2:ffff::9', undefined, 0))).toMatch('429');
    expect(attempt(() => limiter.take('2001:db8:1:3::1', undefined, 0))).toBe('taken');
    expect(attempt(() => limiter.take('::ffff:10.0.0.1', undefined, 0))).toBe('taken');
    expect(attempt(() => limiter.take('::ffff:10.0.0.2', undefined, 0))).toBe('taken');
  });
});

describe('at the wire', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ RATE_LIMIT_PER_MINUTE: '3' });
  });
  afterAll(() => site.stop());

  const enquire = (address: string, number: number) =>
    site.post(
      '/save_modal_form.php',
      { name: 'N', email: `n${number}@x.example`, phone: '12345', message: 'm' },
      { 'x-forwarded-for': address, 'idempotency-key': randomUUID() },
    );

  test('the address is the one that the composer tells, and the answer says how long to wait', async () => {
    for (let number = 0; number < 3; number += 1) expect((await enquire('203.0.113.7', number)).status).toBe(200);
    const refused = await enquire('203.0.113.7', 3);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await refused.json()).toMatchObject({
      success: false,
      message: expect.stringMatching(/Please wait \d+ seconds/),
    });
    expect((await enquire('203.0.113.8', 4)).status).toBe(200);
  });

  test('without scripts a page tells it, and keeps what was typed', async () => {
    const post = () =>
      fetch(`${site.url}/save_form.php`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': '203.0.113.9', accept: 'text/html' },
        body: new URLSearchParams({ name: 'Kept', email: 'bad' }),
      });
    for (let number = 0; number < 3; number += 1) expect((await post()).status).toBe(422);
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('value="Kept"');
  });
});
