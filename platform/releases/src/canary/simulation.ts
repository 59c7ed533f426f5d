import { seeded } from './seeded';
import { halfInNetworksOf, networksOf, type Simulation, simulate, type VisitorModel } from './simulate';

/*
 * What decision 149 quotes: `npx tsx platform/releases/src/canary/simulation.ts [runs]`. 20 000 visitors come, up to three
 * times each, and the judge looks after each failure and every 40 visitors.
 */

const DAY = 20_000;
const SOUND: VisitorModel = { failing: 0.0005, lcp: 900, inp: 80, silent: 0.03 };

export const CROWDS: Readonly<Record<string, Simulation['networkOf']>> = {
  'networks of 1': networksOf(1),
  'networks of 3': networksOf(3),
  'networks of 20': networksOf(20),
  'half in networks of 20': halfInNetworksOf(20),
  'half in networks of 100': halfInNetworksOf(100),
};

type Change = Partial<Simulation> & { canary?: VisitorModel };

/** @returns at how many networks of both sides each run was stopped, the smallest first */
export function runs(count: number, seed: number, change: Change): number[] {
  const random = seeded(seed);
  const simulation = { percent: 10, canary: SOUND, live: SOUND, visitors: DAY, networkOf: networksOf(1), random };
  const ends = Array.from({ length: count }, () => simulate({ ...simulation, ...change }));
  return ends.filter((end) => end !== undefined).sort((one, other) => one - other);
}

export const FAILS: VisitorModel = { ...SOUND, failing: 0.05 };
export const SLOW: VisitorModel = { ...SOUND, slower: 500 };
export const SLUGGISH: VisitorModel = { ...SOUND, slowerInp: 150 };
/** Its script hangs the tab of three in ten. */
export const HANGS: VisitorModel = { ...SOUND, silent: 0.3 };

/** All rows of the table. */
function print(count: number): void {
  const row = (what: string, seed: number, change: Change) => {
    const ends = runs(count, seed, change);
    const at = (part: number) => ends[Math.floor(ends.length * part)] ?? '–';
    console.log(`| ${what} | ${ends.length} of ${count} | ${at(0.5)} | ${at(0.95)} |`);
  };
  console.log('| canary of 10 % | stopped | networks until then, median | p95 |\n|---|---|---|---|');
  let seed = 1;
  for (const [crowd, networkOf] of Object.entries(CROWDS)) {
    row(`no worse, ${crowd}`, seed, { networkOf });
    row(`no worse, ${crowd}, 3 composers, restarts`, seed + 1, { networkOf, composers: 3, restartEvery: 1_000 });
    seed += 2;
  }
  for (const [crowd, networkOf] of Object.entries(CROWDS)) {
    row(`fails 5 %, ${crowd}`, seed, { networkOf, canary: FAILS });
    row(`LCP + 500 ms, ${crowd}`, seed + 1, { networkOf, canary: SLOW });
    row(`INP + 150 ms, ${crowd}`, seed + 2, { networkOf, canary: SLUGGISH });
    row(`hangs in 30 %, ${crowd}`, seed + 3, { networkOf, canary: HANGS });
    seed += 4;
  }
}

if (process.argv[1]?.endsWith('simulation.ts')) print(Number(process.argv[2] ?? 100));
