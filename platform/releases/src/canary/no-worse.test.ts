import { CROWDS, runs } from './simulation';

/** In all; `TEST_ALL=1` asks for a thousand of each crowd. */
const IN_ALL = 40;
const OF_EACH = process.env['TEST_ALL'] === '1' ? 1_000 : IN_ALL / Object.keys(CROWDS).length;
/** Runs with several composers, of which one is replaced now and then: the costliest. */
const SHARED = Math.ceil(OF_EACH / 5);

jest.setTimeout(30 * 60_000);

test('of canaries that are no worse at most 1 % are stopped, whoever shares networks and composers', () => {
  const stopped = Object.entries(CROWDS).map(([crowd, networkOf], index) => {
    const alone = runs(OF_EACH - SHARED, index + 1, { networkOf }).length;
    const shared = runs(SHARED, index + 101, { networkOf, composers: 3, restartEvery: 1_000 }).length;
    return [crowd, alone + shared] as const;
  });
  for (const [, count] of stopped) expect(count).toBeLessThanOrEqual(Math.max(1, OF_EACH / 100));
  expect(stopped.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(Math.max(1, OF_EACH / 20));
});
