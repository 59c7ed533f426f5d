import { SetAside } from './guest-pools';

let now: number;
beforeEach(() => {
  now = 0;
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
