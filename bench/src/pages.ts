import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { budgetRows } from '@wholepage/tooling/budgets';
import { findChrome } from '@wholepage/tooling/find-program';
import { startService } from '@wholepage/tooling/spawn';
import type { Page } from 'playwright-core';
import { KINDS, UNLISTED } from '../../e2e/src/routes';
import { npmProgram, startBrowser, startSite } from './servers';
import { inTurns, median, promised, type Value } from './values';

/* Bytes and waits of a visitor: bytes before the first interaction, soft navigation, and Lighthouse. */

/** Lists the bytes that a visitor fetches before any interaction, by the releases' manifests. */
export async function measurePages(): Promise<Value[]> {
  const rows = (await budgetRows()).filter(({ what }) => what !== 'Styles');
  return rows.map(({ page, what, bytes, budget }) =>
    what === 'Scripts'
      ? promised(page, bytes / 1000, 'kB brotli', '≤', budget / 1000)
      : promised('fonts of a first visit', bytes / 1000, 'kB woff2', '≤', budget / 1000),
  );
}

const SLOWER = 4;
const ROUNDS = 7;
/** A visitor's time on a page (`stay`), on a link before the press (`rest`), and of the press itself. */
const VISITOR_MS = { stay: 1_000, rest: 120, press: 80 };

/**
 * Follows a link of the menu with the mouse, and stays on its page. Playwright's own click would run scripts in the
 * page, between pointer and click, to check that the link is hit, and their time would count as the page's.
 * @returns milliseconds from the click, by the event's own time, to the frame that shows the heading
 */
async function follow(page: Page, link: string, heading: string): Promise<number> {
  const shown = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let clicked = 0;
        document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true });
        const paints = new PerformanceObserver((list) => {
          const paint = list.getEntries().find((entry) => (entry as { identifier?: string }).identifier === text);
          if (!paint) return;
          paints.disconnect();
          resolve((paint as PerformanceEntry & { renderTime: number }).renderTime - clicked);
        });
        paints.observe({ type: 'element' });
        const insertions = new MutationObserver(() => {
          const heading = document.querySelector('main h1');
          if (heading?.textContent !== text) return;
          insertions.disconnect();
          // Set before the heading's first paint, so that the browser reports when it is on the screen.
          heading.setAttribute('elementtiming', text);
        });
        insertions.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
      }),
    heading,
  );
  const box = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: link, exact: true })
    .boundingBox();
  if (!box) throw new Error(`The link ${link} is not on the screen.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await sleep(VISITOR_MS.rest);
  await page.mouse.down();
  await sleep(VISITOR_MS.press);
  await page.mouse.up();
  const time = await shown;
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  await sleep(VISITOR_MS.stay);
  return time;
}

/** Records the wait of each interaction for its next frame, and defines `__name`, which this program's bundler calls. */
const PREPARE = `Object.defineProperty(globalThis, '__name', { value: (named) => named });
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** Measures soft navigation to another remote whose code is loaded already, and back, on a processor four times slower. */
export async function measureSoftNavigation(): Promise<Value[]> {
  const { site } = await startSite();
  const browser = await startBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.addInitScript(PREPARE);
  await page.goto(`${site}/contact`, { waitUntil: 'networkidle' });
  const client = await page.context().newCDPSession(page);
  const times = await inTurns(ROUNDS, {
    '/blog': () => follow(page, 'Blog', 'The Swatch Book'),
    '/contact': async () => {
      const time = await follow(page, 'Contact', 'Contact Us');
      // All code is loaded from here on.
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      return time;
    },
  });
  const inp = await page.evaluate<number>('Math.max(0, ...window.interactions)');
  const slow = `processor ${SLOWER}× slower`;
  return [
    ...Object.entries(times).map(([path, ms]) =>
      promised(`click to the heading of ${path}, ${slow}`, median(ms), 'ms', '<', 150),
    ),
    promised(`INP, ${slow}`, inp, 'ms', '<', 100),
  ];
}

export type Audit = Awaited<ReturnType<typeof audit>>;

interface NetworkRequest {
  url?: string;
  transferSize?: number;
}

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; details?: { items?: NetworkRequest[] } }>;
}

/** Sums the transferred bytes of requests with a matching address. */
export const travelled = (requests: readonly NetworkRequest[], isSo = /^/): number =>
  requests.filter(({ url = '' }) => isSo.test(url)).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);

/** Recognises scripts by address: the browser's type of a prefetched script, which runs from the cache later, is not "Script". */
export const SCRIPTS = /\.js(\?|$)/;

const CHROME_FLAGS = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** Runs of Lighthouse, which itself asks for another run when the browser's trace is empty. */
const ATTEMPTS = 3;

/** Runs Lighthouse once with its own settings for phones: slow 4G and a processor four times slower, both simulated. */
export async function audit(url: string, ...more: string[]) {
  const program = await npmProgram('lighthouse');
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const file = join(folder, 'report.json');
  const categories = ['performance', ...more];
  const args = [
    join(program, 'node_modules', 'lighthouse', 'cli', 'index.js'),
    url,
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${CHROME_FLAGS.join(' ')}`,
    `--only-categories=${categories.join(',')}`,
    '--quiet',
  ];
  const env = { ...process.env, CHROME_PATH: findChrome() };
  const run = () => startService('lighthouse', { args, env, onLine: console.log }).ended;
  let code = await run();
  for (let attempt = 1; code !== 0 && attempt < ATTEMPTS; attempt += 1) code = await run();
  if (code !== 0)
    throw new Error(`Lighthouse ended with ${code} on ${url}, ${ATTEMPTS} times. Its reason stands above.`);
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  await rm(folder, { recursive: true });
  const requests = report.audits['network-requests']?.details?.items ?? [];
  const value = (name: string): number => report.audits[name]?.numericValue ?? 0;
  return {
    /** Scores out of 100: performance first, then the requested categories. */
    scores: categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    /** Milliseconds. */
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    /** Transferred bytes with headers: of scripts, and of the whole page load. */
    scripts: travelled(requests, SCRIPTS),
    bytes: travelled(requests),
  };
}

const RUNS = 5;

/** Audits one page of each kind that search engines may index, in rounds, so that a busy minute affects no page alone. */
export async function measureLighthouse(): Promise<Value[]> {
  const { site } = await startSite();
  const paths = KINDS.filter((path) => !UNLISTED.includes(path));
  const audits = await inTurns(
    RUNS,
    Object.fromEntries(paths.map((path) => [path, () => audit(site + path, 'accessibility', 'best-practices', 'seo')])),
    0,
  );
  const found = Object.entries(audits);
  const worst = Math.min(...found.flatMap(([, runs]) => runs.flatMap(({ scores: [, ...others] }) => others)));
  const of = (runs: readonly Audit[], pick: (audit: Audit) => number) => median(runs.map(pick));
  return [
    ...found.flatMap(([path, runs]) => [
      promised(
        `performance of ${path}`,
        of(runs, ({ scores: [first = 0] }) => first),
        '',
        '≥',
        99,
      ),
      promised(`largest paint of ${path}`, of(runs, ({ lcp }) => lcp) / 1000, 's', '≤', 1.4),
    ]),
    promised('accessibility, best practices, SEO, worst page', worst, '', '≥', 100),
  ];
}
