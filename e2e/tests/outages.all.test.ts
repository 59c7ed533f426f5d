import type { Browser, Page } from 'playwright-core';
import { alive, launchAtRest, SITE, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { type FaultProxy, startFaultProxy } from '../src/faults/fault-proxy';
import { faultOf, OUTAGES, type Outage, REMOTES, type RemoteUnderTest } from '../src/faults/outages';

const WAYS = ['document load', 'from another remote', 'within the remote'] as const;
const PANEL = 'This page could not be shown';
const NAVIGATION_LIMIT_MS = 4_000;

let browser: Browser;
let proxy: FaultProxy;
const table: string[] = [];
beforeAll(async () => {
  [browser, proxy] = await Promise.all([launchAtRest(), startFaultProxy()]);
});
beforeEach(() => proxy.reset());
afterAll(async () => {
  await Promise.all([browser.close(), proxy.close()]);
  console.log(['remote | outage | way | seen | most requests', ...table].join('\n'));
});

const words = (html: string): string => html.replaceAll(/<[^>]*>|\s+/g, '');

/** Counts the parts of a page in the server's HTML. */
async function servedPage(path: string): Promise<{ heading: string; forms: number; links: number }> {
  const html = await (await fetch(SITE + path)).text();
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return {
    heading: words(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(main)?.[1] ?? ''),
    forms: main.split('<form').length - 1,
    links: main.split('<a ').length - 1,
  };
}

const shows = (page: Page, headings: string[], timeout: number) =>
  page.waitForFunction(
    (wanted) => {
      const text = document.querySelector('main h1')?.textContent?.replaceAll(/\s+/g, '') ?? '';
      return wanted.some((heading) => {
        const decoded = document.createElement('textarea');
        decoded.textContent = heading;
        return text === decoded.value.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
      });
    },
    headings,
    { timeout },
  );

/** Clicks a link to this path that is added to the page. */
const follow = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

const mostRequests = (): number =>
  Math.max(0, ...[...proxy.requests].filter(([path]) => path.startsWith('/_releases/')).map(([, count]) => count));

const setFault = (outage: Outage, remote: RemoteUnderTest) => {
  const fault = faultOf(outage, remote);
  return fault.edit || fault.kind === 'throws on load' ? proxy.faultEntry(fault) : Object.assign(proxy, { fault });
};

async function arrive(page: Page, way: (typeof WAYS)[number], outage: Outage, remote: RemoteUnderTest): Promise<void> {
  if (way === 'document load') {
    await setFault(outage, remote);
    await page.goto(remote.path, { waitUntil: 'commit' });
    return;
  }
  await page.goto(way === 'within the remote' ? remote.sibling : remote.elsewhere);
  await alive(page);
  await setFault(outage, remote);
  await follow(page, remote.path);
}

/** `SOAK=1` runs the whole matrix. Other runs try each outage on one remote in turn, because one code hosts all remotes. */
const isVisited = (remote: number, outage: number, way: number): boolean =>
  process.env.SOAK === '1' || (outage % REMOTES.length === remote && (way < 2 || outage % 3 === 0));

const cells = REMOTES.flatMap((remote, remoteIndex) =>
  OUTAGES.flatMap((outage, outageIndex) =>
    WAYS.flatMap((way, wayIndex) =>
      isVisited(remoteIndex, outageIndex, wayIndex) ? [{ name: remote.name, outage, way, remote }] : [],
    ),
  ),
);

test.each(cells)('$name: $outage, $way', async ({ remote, outage, way }) => {
  const { page, close } = await visit(browser, { baseURL: proxy.origin });
  const served = await servedPage(remote.path);
  await arrive(page, way, outage, remote);
  await shows(page, [served.heading, words(PANEL)], NAVIGATION_LIMIT_MS);
  // With a hanging file the network is never idle.
  if (outage !== 'hangs') await page.waitForLoadState('networkidle');
  const isAskedFor = async () => [...proxy.requests.keys()].some((path) => proxy.fault?.match.test(path));
  await eventually('the file that fails is asked for', 10_000, isAskedFor);
  const seen = (await page.locator('main h1').textContent()) === PANEL ? 'panel' : 'page';
  if (seen === 'page') {
    expect(await page.locator('main form').count()).toBeGreaterThanOrEqual(served.forms);
    expect(await page.locator('main a').count()).toBeGreaterThanOrEqual(served.links);
  }
  expect(await page.locator('header nav a').count()).toBeGreaterThan(5);
  expect(await page.locator('footer').count()).toBe(1);
  const most = mostRequests();
  // A file that throws is prefetched twice and run twice: in the soft navigation, and in the document that replaces it.
  expect(most).toBeLessThanOrEqual(outage.startsWith('throws') ? 4 : 3);
  table.push([remote.name, outage, way, seen, most].join(' | '));
  if (seen === 'panel') {
    proxy.fault = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows(page, [served.heading], 10_000);
  }
  await follow(page, remote.elsewhere);
  await shows(page, [(await servedPage(remote.elsewhere)).heading], 10_000);
  await close();
});
