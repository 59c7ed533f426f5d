import { Quarantine } from './guest-pools';

let now: number;
beforeEach(() => {
  now = 0;
});

describe('a release that breaks the protocol', () => {
  test('is quarantined at the third time in a minute, for half a minute', () => {
    const quarantine = new Quarantine(() => now);
    expect([quarantine.violated('a'), quarantine.violated('a'), quarantine.violated('a')]).toEqual([
      false,
      false,
      true,
    ]);
    now = 29_999;
    expect([quarantine.admits('a'), quarantine.admits('b')]).toEqual([false, true]);
    now = 30_000;
    expect(quarantine.admits('a')).toBe(true);
  });

  test('is not for a violation now and then', () => {
    const quarantine = new Quarantine(() => now);
    for (now = 0; now < 600_000; now += 30_001) expect(quarantine.violated('a')).toBe(false);
  });
});
