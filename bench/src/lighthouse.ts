import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@wholepage/tooling/command';
import { findChrome } from '@wholepage/tooling/find-program';
import { KINDS, PAGES, UNLISTED } from '../../e2e/src/routes';
import { type Line, median } from './line';
import { npmProgram } from './npm-program';
import { startSite } from './servers';

/** One page of each kind that search engines may index. */
export const AUDITED: readonly string[] = KINDS.filter((path) => !UNLISTED.includes(path));
export const RUNS = 5;

/** Which pages are to be audited, and how often each. */
interface Wish {
  /** A site that runs already; undefined: this one's production build. */
  site: string | undefined;
  paths: readonly string[];
  runs: number;
}

/** Reads `all`, paths, the origin of a site that runs, and a number of runs, in any order. @throws UsageError */
export function wishOf(words: readonly string[]): Wish {
  const paths = words.filter((word) => word.startsWith('/'));
  const runs = words.filter((word) => /^[1-9]\d?$/.test(word)).map(Number);
  const sites = words.filter((word) => /^https?:\/\/[^/]+$/.test(word));
  const all = words.includes('all');
  const read = paths.length + runs.length + sites.length + Number(all);
  if (read !== words.length || runs.length > 1 || sites.length > 1)
    throw new UsageError('Name pages, or all, and how many runs of each: npm run bench -- lighthouse / /blog 3');
  if (sites.length > 0 && paths.length === 0)
    throw new UsageError(`Name pages of ${sites[0]}: npm run bench -- lighthouse ${sites[0]} / 3`);
  return { site: sites[0], paths: all ? PAGES : paths.length > 0 ? paths : AUDITED, runs: runs[0] ?? RUNS };
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Category = (typeof CATEGORIES)[number];

/** What Lighthouse says of a page: scores of 100, times in ms. */
export interface Audit {
  /** In the order of the categories that were asked for. */
  scores: number[];
  lcp: number;
  tbt: number;
  cls: number;
  /** Bytes of scripts as they travelled. */
  scripts: number;
  /** Bytes of all that the page's load transferred, with headers. */
  bytes: number;
  /** How fast Lighthouse found the machine: 1000 and more is a quiet one. */
  machine: number;
}

export interface NetworkRequest {
  url?: string;
  transferSize?: number;
}

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; details?: { items?: NetworkRequest[] } }>;
  environment: { benchmarkIndex: number };
}

/** By address: what is fetched ahead, and run from the cache later, is no "Script" to the browser while it travels. */
export const scriptBytes = (requests: readonly NetworkRequest[]): number =>
  requests
    .filter(({ url = '' }) => /\.js(\?|$)/.test(url))
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);

export const allBytes = (requests: readonly NetworkRequest[]): number =>
  requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);

const CHROME_FLAGS = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** Lighthouse itself asks to be run again when the browser's trace came out empty. */
const ATTEMPTS = 3;

/** @returns the exit code */
const run = (words: readonly string[]): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, words, {
      env: { ...process.env, CHROME_PATH: findChrome() },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });

/**
 * One run of Lighthouse with its own settings for phones: a slow 4G and a processor four times slower, both simulated.
 * @param program the folder in which it is installed
 */
export async function audit(
  program: string,
  url: string,
  categories: readonly Category[] = CATEGORIES,
): Promise<Audit> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const file = join(folder, 'report.json');
  const cli = join(program, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const flags = [
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${CHROME_FLAGS.join(' ')}`,
    `--only-categories=${categories.join(',')}`,
    '--quiet',
  ];
  let code = await run([cli, url, ...flags]);
  for (let attempt = 1; code !== 0 && attempt < ATTEMPTS; attempt += 1) code = await run([cli, url, ...flags]);
  if (code !== 0)
    throw new Error(`Lighthouse ended with ${code} on ${url}, ${ATTEMPTS} times. Its reason stands above.`);
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  await rm(folder, { recursive: true });
  const { audits, environment } = report;
  const requests = audits['network-requests']?.details?.items ?? [];
  const value = (name: string): number => audits[name]?.numericValue ?? 0;
  return {
    scores: categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scripts: scriptBytes(requests),
    bytes: allBytes(requests),
    machine: environment.benchmarkIndex,
  };
}

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

/** Lighthouse for phones, of one page of each kind, or of what the words name: medians of some runs. @throws UsageError */
export async function measureLighthouse(words: readonly string[]): Promise<Line[]> {
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
  const machine = median([...audits.values()].flat().map((each) => each.machine));
  console.log(`Median of ${runs}; the machine's speed as Lighthouse found it: ${Math.round(machine)}.`);
  return [...audits].map(([path, found]) => lineOf(path, found));
}
