import { ComposerShare } from './composer-share';
import { SetAside } from './set-aside';

let now: number;
beforeEach(() => {
  now = 0;
});

describe('a guest’s share of the composer', () => {
  const LIMITS = { windowMs: 1_000, workMs: 400, bytes: 10_000, parts: 5 };
  const share = () => new ComposerShare(LIMITS, () => now);

  test.each([
    ['time', [0, 401]],
    ['bytes', [10_001, 0]],
  ] as const)('one who takes too much %s is not read for the rest of the second', (_name, [bytes, workMs]) => {
    const own = share();
    now = 300;
    expect(own.spend(bytes, workMs)).toBe(700);
  });

  test('as is one whose bytes come in too many pieces', () => {
    const own = share();
    expect(Array.from({ length: 6 }, () => own.spend(1, 0))).toEqual([0, 0, 0, 0, 0, 1_000]);
  });

  test('each second has its own', () => {
    const own = share();
    for (now = 0; now < 10_000; now += 1_000) expect(own.spend(9_000, 300)).toBe(0);
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
