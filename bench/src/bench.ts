import { chosen, runCommand } from '@wholepage/tooling/command';
import { measureEnquiries, measureUploads } from './api';
import { measureFirstRequests, measureMemory, measureThroughput } from './composer';
import { measureConsole } from './console';
import { measureDev } from './dev';
import { measureFiles } from './files';
import { measureFragments } from './fragments';
import { measureGuests } from './guests';
import { measureLighthouse } from './lighthouse';
import { type Line, printLines } from './line';
import { measureOffice } from './office';
import { measureOneBundle } from './one-bundle/one-bundle';
import { measureNext, measurePages } from './pages';
import { measureSoftNavigation } from './soft-navigation';

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
  enquiries: measureEnquiries,
  uploads: measureUploads,
  office: measureOffice,
  console: measureConsole,
  dev: measureDev,
  files: measureFiles,
};

/** Measures one part after the other, for each would falsify the numbers of another. Needs `npm start` to have run once. */
async function bench([first, ...rest]: readonly string[]): Promise<void> {
  const lines: Line[] = [];
  if (first === 'lighthouse') lines.push(...(await measureLighthouse(rest)));
  else
    for (const part of chosen(first ? [first, ...rest] : [], Object.keys(PARTS), 'part')) {
      console.log(`Measuring ${part} …`);
      lines.push(...((await PARTS[part]?.()) ?? []));
    }
  printLines(lines);
  process.exitCode = lines.some(({ holds }) => holds === false) ? 1 : 0;
}

await runCommand(
  `npm run bench [part…]   measures what is promised (${Object.keys(PARTS).join(', ')}); run npm start once before. -- lighthouse [all | path…] [runs] [http://site] has Lighthouse look at one page of each kind`,
  bench,
);
