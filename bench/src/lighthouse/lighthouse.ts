import { runCommand } from '@wholepage/tooling/command';
import { startSite } from '../measure/bench-site';
import { type Line, median, printLines } from '../measure/line';
import { npmProgram } from '../measure/npm-program';
import { type Audit, audit } from './audit';
import { RUNS, wishOf } from './wish';

const GOALS = [99, 100, 100, 100];

const lineOf = (path: string, audits: readonly Audit[]): Line => {
  const middle = (pick: (audit: Audit) => number) => median(audits.map(pick));
  const scores = GOALS.map((_, index) => middle((each) => each.scores[index] ?? 0));
  const times = `LCP ${(middle(({ lcp }) => lcp) / 1000).toFixed(1)} s, TBT ${Math.round(middle(({ tbt }) => tbt))} ms`;
  return {
    what: path,
    value: `${scores.join(' / ')}  ${times}, CLS ${middle(({ cls }) => cls).toFixed(3)}`,
    goal: `≥ ${GOALS.join(' / ')}`,
    holds: scores.every((score, index) => score >= (GOALS[index] ?? 0)),
  };
};

async function measure(words: readonly string[]): Promise<void> {
  const { paths, runs, site: running } = wishOf(words);
  const program = await npmProgram('lighthouse');
  const { site, stop } = running ? { site: running, stop: () => {} } : await startSite();
  const audits = new Map<string, Audit[]>(paths.map((path) => [path, []]));
  try {
    for (const path of paths) await (await fetch(site + path)).arrayBuffer();
    // In rounds, so that a busy minute is not one page's alone.
    for (let round = 1; round <= runs; round += 1) {
      for (const path of paths) audits.get(path)?.push(await audit(program, site + path));
      console.log(`  round ${round} of ${runs}`);
    }
  } finally {
    await stop();
  }
  const lines = [...audits].map(([path, found]) => lineOf(path, found));
  printLines(lines);
  const machine = median([...audits.values()].flat().map((each) => each.machine));
  console.log(`Median of ${runs}; the machine's speed as Lighthouse found it: ${Math.round(machine)}.`);
  process.exitCode = lines.some(({ holds }) => holds === false) ? 1 : 0;
}

await runCommand(
  `npm run bench -- lighthouse [-- all | path…] [runs] [http://site]   Lighthouse 12 for phones, of one page of each kind, or of pages of a site that runs; ${RUNS} runs`,
  measure,
);
