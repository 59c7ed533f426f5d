import { chosen, runCommand } from '@wholepage/tooling/command';
import { measureCapacity } from './capacity/capacity';
import { measureFirstRequests } from './first-requests';
import { measureFragments } from './fragments/measure';
import { measureGuests } from './guest-memory';
import { type Line, printLines } from './line';
import { measureMemory } from './memory';
import { measureNext } from './next-anchor';
import { measureOffice } from './office/measure';
import { measureOneBundle } from './one-bundle/measure';
import { measurePages } from './pages';
import { measureSoftNavigation } from './soft-navigation';
import { measureThroughput } from './throughput';

const PARTS: Record<string, () => Promise<Line[]>> = {
  pages: measurePages,
  throughput: measureThroughput,
  first: measureFirstRequests,
  fragments: measureFragments,
  memory: measureMemory,
  guests: measureGuests,
  navigation: measureSoftNavigation,
  next: measureNext,
  bundle: measureOneBundle,
  office: measureOffice,
  // The last: it ties this process to one core.
  capacity: measureCapacity,
};

/** Measures one part after the other, for each would falsify the numbers of another. Needs `npm start` to have run once. */
async function bench(words: readonly string[]): Promise<void> {
  const lines: Line[] = [];
  for (const part of chosen(words, Object.keys(PARTS), 'part')) {
    console.log(`Measuring ${part} …`);
    lines.push(...((await PARTS[part]?.()) ?? []));
  }
  printLines(lines);
  process.exitCode = lines.some(({ holds }) => holds === false) ? 1 : 0;
}

await runCommand(
  `npm run bench [part…]   measures what a page costs (${Object.keys(PARTS).join(', ')}); run npm start once before`,
  bench,
);
