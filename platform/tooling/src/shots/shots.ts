import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { RouteOnPage } from '@wholepage/contracts/page';
import { matchRoute } from '@wholepage/page-rules/address';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from '../gate/page';
import { ROOT } from '../paths';
import { UsageError } from '../run/command';
import { findChrome, launchChrome } from '../run/find-program';
import { atSite, liveRemotes, siteDefinition, sitemapOf, siteOrigin } from '../site/definition';

const OUT = new URL('../../../../shots/', import.meta.url);

/** A telephone's width, a tablet's and a desk's, in CSS pixels. */
const WIDTHS = [390, 768, 1440];

const say = (line: string) => console.log(line);

const nameOf = (path: string) => path.slice(1).replace(/[^\w-]+/g, '-') || 'home';

async function isUp(site: string): Promise<boolean> {
  const up = await fetch(site).then(Boolean, () => false);
  if (!up) console.log(`No site at ${site}: start it with npm start. Taking the gallery alone.`);
  return up;
}

/**
 * Takes a picture of every page and every gallery entry into `shots/{width}/{name}.png`, and prints axe's findings. The
 * site must be running; the gallery is started. Names choose among them: `articles gallery-Tabs`.
 */
export async function shots(wanted: readonly string[]): Promise<void> {
  const site = siteOrigin();
  await using browser = await launchChrome({ executablePath: findChrome() });
  using ended = new DisposableStack();
  const gallery = await startGallery();
  ended.defer(gallery.stop);
  const paths = (await isUp(site)) ? await sitePages(site) : [];
  const all: Target[] = [
    ...paths.map((path) => ({ name: nameOf(path), url: site + path })),
    ...gallery.entries.map((entry) => ({ name: `gallery-${entry}`, url: `${gallery.url}/${entry}` })),
  ];
  const pages = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  if (pages.length === 0)
    throw new UsageError(
      `No page is called ${wanted.join(' or ')}: there are ${all.map(({ name }) => name).join(', ')}.`,
    );
  let found = 0;
  for (const width of WIDTHS) {
    const folder = new URL(`${width}/`, OUT);
    await mkdir(folder, { recursive: true });
    found += await takeAll(pages, width, say, ({ name, url }) =>
      capture(browser, url, width, new URL(`${name}.png`, folder)),
    );
  }
  say(`Pictures in shots/: ${pages.length * WIDTHS.length}; axe and width findings: ${found}`);
}

/** The most addresses of a route that are taken; the others look like one of them. */
const OF_EACH_ROUTE = 8;

/** The value of a parameter that leads to no page. */
const UNKNOWN = 'no-such-page';

/** A route's addresses: its path, each query that it reads, and for a parameter the known values and an unknown one. */
function addressesOf({ path, query = [] }: RouteOnPage, listed: readonly string[]): string[] {
  const known = listed.filter((address) => matchRoute(path, address)).slice(0, OF_EACH_ROUTE);
  const plain = path.includes(':') ? [...known, path.replaceAll(/:[^/]+/g, UNKNOWN)] : [path];
  return [...plain, ...(path.includes(':') ? [] : query.map((name) => `${path}?${name}=2`))];
}

/** Addresses that show every screen of a site, whatever remotes it has. */
export async function sitePages(origin: string): Promise<string[]> {
  const [remotes, listed] = await Promise.all([liveRemotes(origin), sitemapOf(origin)]);
  const routes = remotes.flatMap((remote) => remote.routes);
  return [...new Set(routes.flatMap((route) => addressesOf(route, listed))), `/${UNKNOWN}`];
}

export interface Target {
  name: string;
  url: string;
}

/** Takes pictures one after the other and prints each finding, because all take minutes. @returns the number of findings */
export async function takeAll(
  targets: readonly Target[],
  width: number,
  say: (line: string) => void,
  take: (target: Target) => Promise<string[]>,
): Promise<number> {
  let found = 0;
  for (const [index, target] of targets.entries()) {
    say(`${width} px, ${index + 1} of ${targets.length}: ${target.name}`);
    const findings = await take(target);
    for (const finding of findings) say(`${width} ${target.name}: ${finding}`);
    found += findings.length;
  }
  return found;
}

export type RunningGallery = Awaited<ReturnType<typeof startGallery>>;

/** Builds and serves the gallery of this workspace on a free port. @throws Error when it ends before it is ready */
export async function startGallery(root = ROOT) {
  const { gallery } = await siteDefinition();
  if (!gallery) throw new Error('The site has no gallery: its definition names none.');
  const server = spawn(process.execPath, ['--import', 'tsx', 'gallery/serve.ts'], {
    cwd: join(root, relative(ROOT, atSite(gallery))),
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /Gallery at (\S+)/.exec(line) ?? [];
    if (!url) continue;
    // The entries are the names of its components.
    const entries: string[] = await (await fetch(`${url}/entries.json`)).json();
    return { url, entries, stop: () => server.kill() };
  }
  throw new Error('The gallery did not start. Start it alone to see why.');
}

/** Scrolls through the page once, so that content that waits for the viewport or for idle time is loaded and painted. */
async function walkThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.toggleAttribute('data-whole', true);
    const step = innerHeight * 0.8;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await document.fonts.ready;
  });
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
}

/** Takes the whole page at one width, with scroll-driven animations at their end. @returns a line for each finding */
async function capture(browser: Browser, url: string, width: number, file: URL): Promise<string[]> {
  await using context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await walkThrough(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await writeFile(file, await page.screenshot({ fullPage: true }));
  const violations = await findViolations(page, 'html');
  const findings = violations.map(({ help, targets }) => `${help} (${targets.slice(0, 3).join(', ')})`);
  if (wide) findings.push(`The page is wider than ${width} px`);
  return findings;
}
