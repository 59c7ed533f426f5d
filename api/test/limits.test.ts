import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import fs, { readdir, rename } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { type Call, createRateLimiter, sweepLimiter } from '../src/limiter/limiter';
import { UPLOAD_PERMITS, uploadPermits } from '../src/uploads/permits';
import { sendInspiration } from './helpers/inspiration';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
let limited: TestSite;
beforeAll(async () => {
  [site, limited] = await Promise.all([startSite(), startSite({ RATE_LIMIT_PER_MINUTE: '3' })]);
});
afterAll(() => Promise.all([site.stop(), limited.stop()]));

describe('calls of an address', () => {
  describe('counting', () => {
    beforeEach(() => site.database.query('truncate limiter.counts, limiter.admitted'));

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
      for (let second = 0; second < 10; second += 1)
        expect(await attempt(limiter, '1.1.1.1', { second })).toBe('taken');
      expect(await attempt(limiter, '1.1.1.1', { second: 10 })).toBe('429 50');
      expect(await attempt(limiter, '2.2.2.2', { second: 10 })).toBe('taken');
      expect(await attempt(limiter, '1.1.1.1', { second: 60 })).toBe('taken');
    });

    test('nobody waits until a clock that was set back is there again', async () => {
      const limiter = limiterOf(1);
      expect(await attempt(limiter, '1.1.1.1', { second: 3600 })).toBe('taken');
      expect(await attempt(limiter, '1.1.1.1', { second: 5 })).toBe('taken');
      expect(await attempt(limiter, '1.1.1.1', { second: 4 })).toBe('429 60');
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
      await sweepLimiter(db);
      expect(await site.database.query('select bucket from limiter.counts')).toEqual([{ bucket: 'enquiries 2.2.2.2' }]);
      expect(await site.database.query('select bucket from limiter.admitted')).toHaveLength(1);
    });
  });

  describe('at the wire', () => {
    const enquire = (address: string, number: number) =>
      limited.post(
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
        DATABASE_URL: limited.database.url,
        DATA_DIR: limited.dataDir,
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

    test('one id for many messages passes no limit', async () => {
      const id = randomUUID();
      const send = (message: string) =>
        limited.post(
          '/save_modal_form.php',
          { name: 'N', email: 'n@x.example', phone: '12345', message },
          { 'x-forwarded-for': '203.0.113.11', 'idempotency-key': id },
        );
      const statuses = [];
      for (const message of ['1', '2', '2', '3', '4', '5']) statuses.push((await send(message)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    });

    test.each(['/enrolments', '/create_order.php', '/confirm_payment.php'])('%s has an end, too', async (path) => {
      const statuses: number[] = [];
      const headers = { 'x-forwarded-for': `203.0.113.${path.length}` };
      for (let number = 0; number < 4; number += 1) statuses.push((await limited.post(path, {}, headers)).status);
      expect(statuses).toEqual([422, 422, 422, 429]);
    });

    test('questions for payments have an end, too', async () => {
      await limited.database.query(
        `insert into limiter.counts values ('lookups 203.0.113.90', now(), 1000000, 1000000, 0)`,
      );
      const headers = { 'x-forwarded-for': '203.0.113.90' };
      expect((await fetch(`${limited.url}/payment_state?payment_id=pay_1`, { headers })).status).toBe(429);
    });

    test('without scripts a page tells it, and keeps what was typed', async () => {
      const post = () =>
        fetch(`${limited.url}/save_form.php`, {
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
});

describe('uploads of a network', () => {
  const deferred = <T>() => {
    let resolve: (value: T) => void = () => undefined;
    const promise = new Promise<T>((done) => {
      resolve = done;
    });
    return { promise, resolve };
  };
  /** Functions with real time: all except the interval that measures the pace of uploads. */
  const REAL_CLOCK = [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ] as const;

  const CALM: typeof UPLOAD_PERMITS = {
    ...UPLOAD_PERMITS,
    permits: 2,
    perGroup: 2,
    mostOfGroup: 2,
    leastPace: 1000,
    busyPace: 8000,
    lookEveryMs: 20,
    looks: 5,
  };

  /** A body that grows by a number of bytes between two measurements, until it is complete. */
  class FakeBody extends EventEmitter {
    complete = false;
    private bytes = 0;
    readonly socket: { bytesRead: number };
    constructor(bytesPerLook: number) {
      super();
      const grow = () => {
        this.bytes += bytesPerLook;
        return this.bytes;
      };
      this.socket = {
        get bytesRead() {
          return grow();
        },
      };
    }
    isPaused(): boolean {
      return false;
    }
  }
  const bodyAt = (bytesPerLook: number) => new FakeBody(bytesPerLook) as unknown as IncomingMessage;
  /** Work that never ends until its signal aborts, like reading a stalled body. */
  const untilEnded = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  /** Bytes between two measurements: 2000 a second, above the least pace and below that of a busy hour. */
  const TRICKLE = 40;

  test('a body that trickles is ended, one that comes at a fair pace is not', async () => {
    const permits = uploadPermits(CALM);
    const fast = deferred<string>();
    const held = permits.hold('10.0.0.1', bodyAt(10_000), () => fast.promise);
    await expect(permits.hold('10.0.0.2', bodyAt(1), untilEnded)).rejects.toMatchObject({ status: 408 });
    fast.resolve('whole');
    await expect(held).resolves.toBe('whole');
  });

  test('slow bodies give way to who waits, and to nobody else', async () => {
    const permits = uploadPermits(CALM);
    const slow = [1, 2].map((n) =>
      permits.hold(`10.0.0.${n}`, bodyAt(TRICKLE + n), untilEnded).catch((error) => error),
    );
    await expect(permits.hold('10.0.0.3', bodyAt(10_000), async () => 'in')).resolves.toBe('in');
    expect(await slow[0]).toMatchObject({ status: 408 });
    await expect(permits.hold('10.0.0.4', bodyAt(10_000), async () => 'at once')).resolves.toBe('at once');
    const open = [
      permits.hold('10.0.0.5', bodyAt(9000), untilEnded),
      permits.hold('10.0.0.6', bodyAt(9000), async () => 1),
    ];
    expect(await slow[1]).toMatchObject({ status: 408 });
    await expect(open[1]).resolves.toBe(1);
    open[0]?.catch(() => undefined);
  });

  test('a network has its own permits and no more, however many addresses of IPv6 it uses', async () => {
    const permits = uploadPermits(CALM);
    const open = deferred<void>();
    const held = ['2001:db8::1', '2001:db8::2'].map((address) =>
      permits.hold(address, bodyAt(9000), () => open.promise),
    );
    await expect(permits.hold('2001:db8::3', bodyAt(9000), async () => undefined)).rejects.toMatchObject({
      status: 429,
    });
    const other = permits.hold('2001:db8:1::1', bodyAt(9000), async () => 'other');
    open.resolve();
    await Promise.all(held);
    await expect(other).resolves.toBe('other');
    await expect(permits.hold('2001:db8::9', bodyAt(9000), async () => 'again')).resolves.toBe('again');
  });

  test.each([
    ['60 uploads of 30 networks at 70 kB a second', 60, 30, 1400],
    ['90 uploads of 45 networks at 200 kB a second', 90, 45, 4000],
    ['60 uploads of 10 networks at any pace', 60, 10, 1_000_000],
  ])('%s do not keep another network waiting', async (_what, uploads, networks, bytesPerLook) => {
    const permits = uploadPermits({ ...UPLOAD_PERMITS, lookEveryMs: 20 });
    const over = deferred<void>();
    const hostile = Array.from({ length: uploads }, (_, n) => {
      const work = (signal: AbortSignal) => Promise.race([untilEnded(signal), over.promise]);
      return permits.hold(`10.0.${n % networks}.1`, bodyAt(bytesPerLook + n), work).catch((error) => error.status);
    });
    await expect(permits.hold('192.0.2.1', bodyAt(50_000), async () => 'in')).resolves.toBe('in');
    expect(await Promise.race(hostile)).toBe(408);
    over.resolve();
    await Promise.all(hostile);
  });

  test('a body that is whole leaves its permit to the next, however long its picture takes', async () => {
    const permits = uploadPermits({ ...CALM, perGroup: 1 });
    const open = deferred<void>();
    const bodies = [1, 2].map(() => bodyAt(9000));
    const held = bodies.map((body, n) => permits.hold(`10.0.0.${n}`, body, () => open.promise));
    for (const body of bodies) body.emit('end');
    await expect(permits.hold('10.0.0.9', bodyAt(9000), async () => 'in')).resolves.toBe('in');
    open.resolve();
    await Promise.all(held);
  });

  test('a free permit goes to the network that has the fewest', async () => {
    const permits = uploadPermits({ ...CALM, perGroup: 1, mostOfGroup: 5 });
    const order: string[] = [];
    const open = deferred<void>();
    const one = permits.hold('10.0.0.1', bodyAt(9000), () => open.promise);
    const more = [1, 2, 3].map(() =>
      permits.hold('10.0.0.1', bodyAt(9000), async () => {
        order.push('first network');
      }),
    );
    await permits.hold('10.0.0.2', bodyAt(9000), async () => {
      order.push('second network');
    });
    open.resolve();
    await Promise.all([one, ...more]);
    expect(order[0]).toBe('second network');
  });

  describe('at the wire', () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    const inspiration = (email: string, file: Buffer | null = null) =>
      sendInspiration(site.url, { fields: { email }, file });

    test('files are refused before the disk is full, and forms without one are kept', async () => {
      const disk = await fs.statfs(site.dataDir);
      jest.spyOn(fs, 'statfs').mockResolvedValue({ ...disk, bavail: 1 });
      const refused = await inspiration('a@x.example', cleanPng);
      expect([refused.status, (await refused.json()).message]).toEqual([
        507,
        expect.stringMatching(/^We cannot take files at this moment\./),
      ]);
      expect((await inspiration('b@x.example')).status).toBe(200);
      const kept = "select email from enquiries where email in ('a@x.example', 'b@x.example')";
      expect(await site.database.query(kept)).toEqual([{ email: 'b@x.example' }]);
    });

    test('an upload that is ended for its slowness is not kept, and leaves nothing', async () => {
      jest.useFakeTimers({ now: Date.now(), doNotFake: [...REAL_CLOCK] });
      try {
        const folder = path.join(site.dataDir, 'uploads');
        const head = '--b\r\ncontent-disposition: form-data; name="inspirations[]"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
        const call = httpRequest(`${site.url}/save_inspiration.php`, {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5_000_000 },
        });
        call.on('error', () => undefined);
        call.write(head + 'x'.repeat(20_000));
        await until(async () => (await readdir(path.join(folder, 'incoming'))).length > 0);
        const answered = once(call, 'response');
        jest.advanceTimersByTime(15_000);
        const [answer] = (await answered) as [IncomingMessage];
        expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
        answer.resume();
        await until(async () => (await readdir(path.join(folder, 'incoming'))).length === 0);
        expect(await readdir(folder)).toEqual(['incoming']);
        call.destroy();
      } finally {
        jest.useRealTimers();
      }
    });

    test('readiness means that it can write', async () => {
      // A busy disk may need longer than the one second that the readiness check allows.
      await until(async () => (await fetch(`${site.url}/readyz`)).ok);
      await rename(site.dataDir, `${site.dataDir}-away`);
      const answer = await fetch(`${site.url}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { ok: false, reason: 'the data folder cannot be written' },
      ]);
      await rename(`${site.dataDir}-away`, site.dataDir);
    });
  });
});
