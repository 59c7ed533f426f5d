import { seeded } from './seeded';
import { simulate, type VisitorModel } from './simulate';

/*
 * What decision 0030 quotes: `npx tsx platform/releases/src/canary/simulation.ts`. A day has 20 000 visitors, and the judge looks
 * after each failure and every 20 visitors.
 */

const DAY = 20_000;
const SOUND: VisitorModel = { failing: 0.01, lcp: 700 };

interface Row {
  what: string;
  percent: number;
  canary: VisitorModel;
  live: VisitorModel;
  visitors: number;
  runs: number;
}

function print({ what, percent, canary, live, visitors, runs }: Row): void {
  const random = seeded(percent * 7 + runs);
  const ends = Array.from({ length: runs }, () => simulate({ percent, canary, live, visitors, random }));
  const stops = ends.filter((end) => end !== undefined).sort((one, other) => one - other);
  const at = (part: number) => stops[Math.floor(stops.length * part)] ?? '-';
  console.log(
    `${what.padEnd(34)} ${String(percent).padStart(3)} %  stopped ${stops.length} of ${runs}; visitors of the canary until then: median ${at(0.5)}, p95 ${at(0.95)}`,
  );
}

for (const percent of [1, 10, 50]) {
  print({ what: 'no worse, 24 h', percent, canary: SOUND, live: SOUND, visitors: DAY, runs: 400 });
}
for (const percent of [10, 25, 50]) {
  const enough = { live: { ...SOUND, failing: 0.0005 }, visitors: (100 / percent) * 600, runs: 400 };
  print({ what: 'fails 50 % of views', percent, canary: { ...SOUND, failing: 0.5 }, ...enough });
  print({ what: 'fails 5 % of views', percent, canary: { ...SOUND, failing: 0.05 }, ...enough });
  print({ what: 'paints in twice the time', percent, canary: { failing: 0.0005, lcp: 1_400 }, ...enough });
}
