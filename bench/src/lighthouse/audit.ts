import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChrome } from '@wholepage/tooling/find-chrome';

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
