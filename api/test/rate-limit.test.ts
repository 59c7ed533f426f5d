import { randomUUID } from 'node:crypto';
import { type Call, createRateLimiter, limiterSweep } from '../src/limiter/limiter';
import { startSite, type TestSite } from './helpers/site';

describe('counting', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite();
  });
  beforeEach(() => site.database.query('truncate limiter.counts, limiter.admitted'));
  afterAll(() => site.stop());

  const START = Date.parse('2026-11-22T00:00:00Z');
  const limiterOf = (perMinute: number) => createRateLimiter(site.context.database.db, 'enquiries', perMinute);
  type Limiter = ReturnType<typeof limiterOf>;

  const attempt = (limiter: Limiter, address: string, more: Partial<Call> & { second?: number } = {}) =>
    limiter.take({ address, at: new Date(START + (more.second ?? 0) * 1000), ...more }).then(
      () => 'taken',
      (error: { status: number; retryAfterSeconds: number }) => `${error.status} ${error.retryAfterSeconds}`,
    );

  test('ten a minute, then wait until the minute of the first is over', async () => {
    const limiter = limiterOf(10);
    for (let second = 0; second < 10; second += 1) expect(await attempt(limiter, '1.1.1.1', { second })).toBe('taken');
    expect(await attempt(limiter, '1.1.1.1', { second: 10 })).toBe('429 50');
    expect(await attempt(limiter, '2.2.2.2', { second: 10 })).toBe('taken');
    expect(await attempt(limiter, '1.1.1.1', { second: 60 })).toBe('taken');
  });

  test('the mail and the save of a submission are one', async () => {
    const limiter = limiterOf(2);
    for (const submission of ['a', 'a', 'a', 'b', 'b'])
      expect(await attempt(limiter, '1.1.1.1', { submission })).toBe('taken');
    expect(await attempt(limiter, '1.1.1.1', { submission: 'c' })).toMatch('429');
    expect(await attempt(limiter, '1.1.1.1', { submission: 'c' })).toMatch('429');
    expect(await attempt(limiter, '1.1.1.1', { submission: 'b' })).toBe('taken');
  });

  test('even repeats have an end', async () => {
    const limiter = limiterOf(2);
    const results = [];
    for (let call = 0; call < 20; call += 1) results.push(await attempt(limiter, '1.1.1.1', { submission: 'a' }));
    expect(results.filter((result) => result === 'taken')).toHaveLength(12);
  });

  test('a whole /64 network of IPv6 is one visitor', async () => {
    const limiter = limiterOf(1);
    expect(await attempt(limiter, '2001:db8:1:2::1')).toBe('taken');
    expect(await attempt(limiter, '2001:db8:1:2:ffff::9')).toMatch('429');
    expect(await attempt(limiter, '2001:db8:1:3::1')).toBe('taken');
    expect(await attempt(limiter, '::ffff:10.0.0.1')).toBe('taken');
    expect(await attempt(limiter, '::ffff:10.0.0.2')).toBe('taken');
  });

  test('bytes have an end of their own, and forms without a file pass all the same', async () => {
    const limiter = limiterOf(5);
    const file = { bytes: 10_000_000 };
    expect(await attempt(limiter, '1.1.1.1', file)).toBe('taken');
    expect(await attempt(limiter, '1.1.1.1', file)).toBe('taken');
    expect(await attempt(limiter, '1.1.1.1', file)).toMatch('429');
    expect(await attempt(limiter, '1.1.1.1', { bytes: 2000 })).toBe('taken');
  });

  test('what arrives at the same moment is counted one by one', async () => {
    const limiter = limiterOf(10);
    const results = await Promise.all(Array.from({ length: 40 }, () => attempt(limiter, '1.1.1.1')));
    expect(results.filter((result) => result === 'taken')).toHaveLength(10);
  });

  test('addresses are forgotten when they no longer count', async () => {
    const { db } = site.context.database;
    await attempt(limiterOf(10), '1.1.1.1');
    await limiterOf(10).take({ address: '2.2.2.2' });
    await limiterSweep(db).run(new AbortController().signal);
    expect(await site.database.query('select bucket from limiter.counts')).toEqual([{ bucket: 'enquiries 2.2.2.2' }]);
    expect(await site.database.query('select bucket from limiter.admitted')).toHaveLength(1);
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

  test('two APIs on one database share one limit', async () => {
    const other = await startSite({
      RATE_LIMIT_PER_MINUTE: '3',
      DATABASE_URL: site.database.url,
      DATA_DIR: site.dataDir,
    });
    const enquireThere = (number: number) =>
      other.post(
        '/save_modal_form.php',
        { name: 'N', email: `m${number}@x.example`, phone: '12345', message: 'm' },
        { 'x-forwarded-for': '203.0.113.10', 'idempotency-key': randomUUID() },
      );
    const statuses = [];
    for (let number = 0; number < 3; number += 1) {
      statuses.push((await enquire('203.0.113.10', number)).status, (await enquireThere(number)).status);
    }
    await other.stop();
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
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
