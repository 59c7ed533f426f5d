import { CROWDS, runs } from '../testing/simulation';

/** Runs of all crowds together. With 400, a judge that stops 2 % of them would pass 4 times in 100. */
const IN_ALL = process.env['NIGHT'] ? 1_000 : 400;
const OF_EACH = IN_ALL / Object.keys(CROWDS).length;
/** Runs of each crowd with several composers, some of which restart. They cost the most. */
const SHARED = Math.ceil(OF_EACH / 20);

jest.setTimeout(30 * 60_000);

const stopped: Record<string, number> = {};
afterAll(() => process.stdout.write(`Stopped of ${OF_EACH} that are no worse: ${JSON.stringify(stopped)}\n`));

test.each(Object.keys(CROWDS))('of canaries that are no worse at most 1 % are stopped: %s', (crowd) => {
  const index = Object.keys(CROWDS).indexOf(crowd);
  const networkOf = CROWDS[crowd];
  if (!networkOf) throw new Error(`No crowd is called ${crowd}.`);
  const alone = runs(OF_EACH - SHARED, index + 1, { networkOf }).length;
  const shared = runs(SHARED, index + 101, { networkOf, composers: 3, restartEvery: 1_000 }).length;
  stopped[crowd] = alone + shared;
  expect(alone + shared).toBeLessThanOrEqual(Math.max(1, OF_EACH / 100));
});
