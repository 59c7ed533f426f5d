import { chosen, runCommand } from '@wholepage/tooling/command';
import { measureEnquiries, measureUploads } from './api';
import { measureFirstRequests, measureGuests, measureMemory, measureThroughput } from './composer';
import { measureConsole } from './console';
import { measureDev } from './dev';
import { measureFiles } from './files';
import { measureFragments } from './fragments';
import { measureOffice } from './office';
import { measureOneBundle } from './one-bundle/one-bundle';
import { measureLighthouse, measurePages, measureSoftNavigation } from './pages';
import { stopAll } from './servers';
import { printValues, type Value, writeRun } from './values';

const PARTS: Record<string, () => Promise<Value[]>> = {
  pages: measurePages,
  throughput: measureThroughput,
  first: measureFirstRequests,
  fragments: measureFragments,
  memory: measureMemory,
  guests: measureGuests,
  navigation: measureSoftNavigation,
  lighthouse: measureLighthouse,
  bundle: measureOneBundle,
  enquiries: measureEnquiries,
  uploads: measureUploads,
  office: measureOffice,
  console: measureConsole,
  dev: measureDev,
  files: measureFiles,
};

/** Measures the parts one after the other, because they would distort each other's numbers. Run `npm start` once before. */
async function bench(words: readonly string[]): Promise<void> {
  const values: Value[] = [];
  for (const part of chosen(words, Object.keys(PARTS), 'part')) {
    console.log(`Measuring ${part} …`);
    try {
      values.push(...((await PARTS[part]?.()) ?? []));
    } finally {
      await stopAll();
    }
  }
  printValues(values);
  if (words.length > 0) await writeRun(words, values);
  process.exitCode = values.some(({ holds }) => holds === false) ? 1 : 0;
}

await runCommand(
  `npm run bench [part…]   measures what is promised (${Object.keys(PARTS).join(', ')}), and writes the run of the parts that are named; run npm start once before`,
  bench,
);
