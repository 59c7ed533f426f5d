import { ComposerShare } from './composer-share';
import { SetAside } from './set-aside';

let now: number;
beforeEach(() => {
  now = 0;
});

describe('a guest’s share of the composer', () => {
  const LIMITS = { workMs: 400, bytes: 10_000, parts: 20 };
  const share = () => new ComposerShare(LIMITS, () => now);

  test.each([
    ['time', [0, 500]],
    ['bytes', [12_500, 0]],
  ] as const)('one who takes too much %s is not read until it has paid for it', (_name, [bytes, workMs]) => {
    const own = share();
    now = 300;
    // A quarter of a second's share is free after a rest; the rest of the debt takes its time.
    expect(own.spend(bytes, workMs)).toBe(1_000);
    now = 1_299;
    expect(own.spend(0, 0)).toBeGreaterThan(0);
  });

  test('as is one whose bytes come in too many pieces', () => {
    const own = share();
    expect(Array.from({ length: 6 }, () => own.spend(1, 0))).toEqual([0, 0, 0, 0, 0, 50]);
  });

  test('a guest that sends a little too much all the time waits a little each time, and gets its share', () => {
    const own = share();
    const rests: number[] = [];
    let worked = 0;
    while (now < 10_000) {
      worked += 5;
      now += 5;
      const restMs = own.spend(1, 5);
      rests.push(restMs);
      now += restMs;
    }
    expect(Math.max(...rests)).toBeLessThanOrEqual(50);
    expect(worked / now).toBeLessThan(0.43);
  });

  test('each second has its own', () => {
    const own = share();
    for (now = 0; now < 10_000; now += 100) expect(own.spend(900, 30)).toBe(0);
  });
});

describe('a release that breaks the protocol', () => {
  test('is set aside at the third time in a minute, for half a minute', () => {
    const setAside = new SetAside(() => now);
    expect([setAside.breached('a'), setAside.breached('a'), setAside.breached('a')]).toEqual([false, false, true]);
    now = 29_999;
    expect([setAside.admits('a'), setAside.admits('b')]).toEqual([false, true]);
    now = 30_000;
    expect(setAside.admits('a')).toBe(true);
  });

  test('is not for a breach now and then', () => {
    const setAside = new SetAside(() => now);
    for (now = 0; now < 600_000; now += 30_001) expect(setAside.breached('a')).toBe(false);
  });
});
