import { chosen, runCommand } from '@wholepage/tooling/command';
import { measureCapacity } from './capacity/capacity';
import { measureFirstRequests } from './composer/first-requests';
import { measureGuests } from './composer/guest-memory';
import { measureMemory } from './composer/memory';
import { measureThroughput } from './composer/throughput';
import { measureConsole } from './console/measure';
import { measureFragments } from './fragments/measure';
import { type Line, printLines } from './measure/line';
import { measureOffice } from './office/measure';
import { measureOneBundle } from './one-bundle/measure';
import { measureNext } from './pages/next-anchor';
import { measurePages } from './pages/pages';
import { measureSoftNavigation } from './pages/soft-navigation';

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
  console: measureConsole,
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

/** Programs of their own: long runs, and Lighthouse. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  soak: () => import('./soak/soak'),
  lighthouse: () => import('./lighthouse/lighthouse'),
};

const program = PROGRAMS[process.argv[2] ?? ''];
if (program) {
  process.argv.splice(2, 1);
  await program();
} else
  await runCommand(
    `npm run bench [part…]   measures what a page costs (${Object.keys(PARTS).join(', ')}); run npm start once before. -- ${Object.keys(PROGRAMS).join(' and -- ')} are programs of their own`,
    bench,
  );
