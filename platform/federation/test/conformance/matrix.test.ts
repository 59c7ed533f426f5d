import { type Browser, chromium, type Page } from 'playwright-core';
import { findHeadlessChrome } from '../../../tooling/src/run/find-chrome';
import { builtMatrix } from './built';
import { serveFolder } from './site';
import { EAGER_HOSTS, HOSTS, type Host, REMOTES, type RemoteBundler, remoteName, type Variant } from './variants';

/** What `fixture/host.js` leaves in the page. */
interface HostPage {
  React: { version: string; createElement: unknown };
  load(remote: { name: string; entry: string; script: string }): Promise<Remote>;
}

interface Remote {
  mount(props: { slot: HTMLElement }): void | Promise<void>;
  unmount(props: { slot: HTMLElement }): void | Promise<void>;
}

/** The element that a remote was mounted in, as `fixture/app.js` leaves it. */
type Mounted = HTMLElement & { createElement: unknown; late(): Promise<{ word: string }> };

const HOST_REACT = 'React 19.3.1';
const OLD_REACT = 'React 18.3.1';

jest.setTimeout(15_000);

let pages: Awaited<ReturnType<typeof serveFolder>>;
let remotes: Awaited<ReturnType<typeof serveFolder>>;
let browser: Browser;

beforeAll(async () => {
  const folder = await builtMatrix();
  // A remote of a stock host comes from another origin, ours from the site's own.
  [pages, remotes] = await Promise.all([serveFolder(folder), serveFolder(folder)]);
  browser = await chromium.launch({ executablePath: findHeadlessChrome(), args: ['--no-sandbox'] });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await pages?.close();
  await remotes?.close();
});

let page: Page;
afterEach(() => page.close());

async function openHost(host: Host, eager = false): Promise<void> {
  page = await browser.newPage();
  page.setDefaultTimeout(5_000);
  const file = host === 'vite' ? 'vite.html' : 'index.html';
  await page.goto(`${pages.origin}/${host}_host${eager ? '_eager' : ''}/${file}`);
  await page.waitForFunction(() => 'host' in window);
}

/** Where a host finds a remote: by its manifest, but for Vite's own and ours, which are named by their entry. */
function addressOf(host: Host, bundler: RemoteBundler, variant: Variant) {
  const name = remoteName(bundler, variant);
  const origin = host === 'ours' ? pages.origin : remotes.origin;
  const at = (file: string) => `${origin}/${name}/${file}`;
  return {
    name,
    entry: at(bundler === 'ours' ? 'remoteEntry.js' : 'mf-manifest.json'),
    script: at(bundler === 'ours' ? 'entry.js' : 'guest.js'),
  };
}

/** Loads a remote and mounts it into an element of its own. @returns what it shows, and whether its React is the host's */
const show = (remote: ReturnType<typeof addressOf>) =>
  page.evaluate(async (asked) => {
    const { host } = window as unknown as { host: HostPage };
    const app = await host.load(asked);
    const slot = Object.assign(document.createElement('div'), { id: asked.name });
    document.body.append(slot);
    await app.mount({ slot });
    const { createElement } = slot as unknown as Mounted;
    return { shows: slot.textContent, isHosts: createElement === host.React.createElement };
  }, remote);

const askLate = (name: string) =>
  page.evaluate(async (id) => {
    const slot = document.getElementById(id) as Mounted;
    return slot.late().then(
      ({ word }) => word,
      () => 'lost',
    );
  }, name);

const unmount = (remote: ReturnType<typeof addressOf>) =>
  page.evaluate(async (asked) => {
    const { host } = window as unknown as { host: HostPage };
    const app = await host.load(asked);
    const slot = document.getElementById(asked.name) as HTMLElement;
    await app.unmount({ slot });
    return slot.childNodes.length;
  }, remote);

/** `TEST_ALL=1` tries pairs of others with each other, too: by them ours are known to be like any. */
const pairsOf = (hosts: readonly Host[]): [Host, RemoteBundler][] =>
  hosts
    .flatMap((host) => REMOTES.map((bundler): [Host, RemoteBundler] => [host, bundler]))
    .filter((pair) => process.env['TEST_ALL'] === '1' || pair.includes('ours'));

const PAIRS = pairsOf(HOSTS);

describe.each(PAIRS)('a host of %s with a remote of %s', (host, bundler) => {
  test('shares its React where the ranges allow, and is left without a trace', async () => {
    await openHost(host);
    const fits = addressOf(host, bundler, 'fits');
    expect(await show(fits)).toEqual({ shows: HOST_REACT, isHosts: true });
    expect(await unmount(fits)).toBe(0);
  });

  test('runs beside a remote that brings another major', async () => {
    await openHost(host);
    // Vite's plugin keeps one React for all that it built, in a cache of the page: the first one's, whatever the ranges.
    const isVites = bundler === 'vite' && host === 'vite';
    const shown = isVites ? { shows: HOST_REACT, isHosts: true } : { shows: OLD_REACT, isHosts: false };
    expect(await show(addressOf(host, bundler, 'older'))).toEqual(shown);
    const second = await show(addressOf(host, bundler, 'fits'));
    expect(second.shows).toBe(bundler === 'vite' && !isVites ? OLD_REACT : HOST_REACT);
  });

  test('loads it the second time when the first failed', async () => {
    await openHost(host);
    const fits = addressOf(host, bundler, 'fits');
    const files = new RegExp(`/${fits.name}/`);
    await page.route(files, (route) => route.abort());
    await expect(show(fits)).rejects.toThrow();
    await page.unroute(files);
    expect(await show(fits)).toEqual({ shows: HOST_REACT, isHosts: true });
  });

  test('meets a singleton of another major', async () => {
    await openHost(host);
    // Says `singleton: true` for 18, in a page that runs 19.
    const { shows, isHosts } = await show(addressOf(host, bundler, 'single'));
    // The library warns and goes on with the host's. A build of ours has no singletons: it brings what it was made with.
    expect({ shows, isHosts }).toEqual(
      bundler === 'ours' ? { shows: OLD_REACT, isHosts: false } : { shows: HOST_REACT, isHosts: true },
    );
  });
});

// Vite's manifest has every chunk fetched with the entry: none is left to be lost later.
const LATE = PAIRS.filter(([, bundler]) => bundler !== 'vite');

test.each(LATE)(
  'in a host of %s, a remote of %s has a chunk that was lost when it is asked for again',
  async (host, bundler) => {
    await openHost(host);
    const fits = addressOf(host, bundler, 'fits');
    await show(fits);
    await page.route(/late/, (route) => route.abort());
    expect(await askLate(fits.name)).toBe('lost');
    await page.unroute(/late/);
    expect(await askLate(fits.name)).toBe('late');
  },
);

describe.each(pairsOf(EAGER_HOSTS))(
  'a host of %s that brings React in its first file, with a remote of %s',
  (host, bundler) => {
    test('shares it', async () => {
      await openHost(host, true);
      expect(await show(addressOf(host, bundler, 'fits'))).toEqual({ shows: HOST_REACT, isHosts: true });
    });
  },
);
