import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { askLate, isOneReact, type Matrix, openMatrix, type RemoteAddress, show as showIn, unmount } from './host-page';
import { type Cell, numberRows, readNumbers, weightOf, writeNumbers } from './numbers';
import { EAGER_HOSTS, HOSTS, type Host, isBuiltBy, REMOTES, type RemoteBundler, type Variant } from './variants';

const HOST_REACT = 'React 19.3.1';
const OLD_REACT = 'React 18.3.1';

jest.setTimeout(15_000);

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
}, 180_000);
afterAll(() => matrix?.close());

let page: Page;

async function openHost(host: Host, eager = false): Promise<void> {
  page = await matrix.open(host, eager);
}

const addressOf = (host: Host, bundler: RemoteBundler, variant: Variant) => matrix.addressOf(host, bundler, variant);
const show = (remote: RemoteAddress) => showIn(page, remote);

const MEASURES = process.env['MEASURE'] === '1';

/** Pairs of host and remote. Pairs without ours show that ours behave like any. They hold none of our code and run at night. */
const pairsOf = (hosts: readonly Host[]): [Host, RemoteBundler][] =>
  hosts
    .flatMap((host) => REMOTES.map((bundler): [Host, RemoteBundler] => [host, bundler]))
    .filter((pair) => MEASURES || process.env['NIGHT'] || pair.includes('ours'));

const PAIRS = pairsOf(HOSTS);

describe.each(PAIRS)('a host of %s with a remote of %s', (host, bundler) => {
  test('shares its React where the ranges allow, and is left without a trace', async () => {
    await openHost(host);
    const fits = addressOf(host, bundler, 'fits');
    expect(await show(fits)).toEqual({ shows: HOST_REACT, isHosts: true });
    expect(await unmount(page, fits)).toBe(0);
  });

  test('runs beside a remote that brings another major', async () => {
    await openHost(host);
    // Vite's plugin keeps one React for all its builds in a cache of the page. It is the first one, whatever the ranges.
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
    // The remote has `singleton: true` for 18, on a page that runs 19.
    const { shows, isHosts } = await show(addressOf(host, bundler, 'single'));
    // The library warns and goes on with the host's React. A build of ours ignores `singleton`, and brings its own copy.
    expect({ shows, isHosts }).toEqual(
      bundler === 'ours' ? { shows: OLD_REACT, isHosts: false } : { shows: HOST_REACT, isHosts: true },
    );
  });

  test('brings no copy of what the host has', async () => {
    await openHost(host);
    expect(await show(addressOf(host, bundler, 'bare'))).toEqual({ shows: HOST_REACT, isHosts: true });
  });

  test('says what is absent where it brings no copy, and the host has none that fits', async () => {
    await openHost(host);
    const older = addressOf(host, bundler, 'bare_older');
    // Vite's plugin goes on without React.
    if (bundler === 'vite') expect((await show(older)).shows).toBe(host === 'vite' ? HOST_REACT : 'React undefined');
    else await expect(show(older)).rejects.toThrow(/Can not get 'react'|RUNTIME-012/);
  });

  test('shares under another name with who has the same', async () => {
    await openHost(host);
    const keyed = addressOf(host, bundler, 'keyed');
    expect(await show(keyed)).toEqual({ shows: HOST_REACT, isHosts: false });
    const other = addressOf(host, bundler === 'webpack' ? 'rspack' : 'webpack', 'keyed');
    await show(other);
    // Vite's plugin gives its copies only to hosts with the library's runtime.
    expect(await isOneReact(page, keyed, other)).toBe(bundler !== 'vite' || host !== 'ours');
  });
});

// Vite's plugin differs: it looks for every share in `default`, whatever `shareScope` says.
test.each(HOSTS)('in a host of %s, a remote of vite finds no scope but "default"', async (host) => {
  await openHost(host);
  // A host of the same plugin has an empty cache for the scope that the remote names.
  const shown = host === 'vite' ? { shows: 'React undefined', isHosts: false } : { shows: HOST_REACT, isHosts: true };
  expect(await show(addressOf(host, 'vite', 'scoped'))).toEqual(shown);
});

test.each(PAIRS.filter(([, bundler]) => bundler !== 'vite'))(
  'in a host of %s, a remote of %s shares in another scope with who has the same',
  async (host, bundler) => {
    await openHost(host);
    const scoped = addressOf(host, bundler, 'scoped');
    expect(await show(scoped)).toEqual({ shows: HOST_REACT, isHosts: false });
    const other = addressOf(host, bundler === 'webpack' ? 'rspack' : 'webpack', 'scoped');
    await show(other);
    expect(await isOneReact(page, scoped, other)).toBe(true);
  },
);

test.each(PAIRS.filter(([, bundler]) => isBuiltBy(bundler, 'eager')))(
  'in a host of %s, a remote of %s with an eager copy beside what the host runs',
  async (host, bundler) => {
    await openHost(host);
    // Vite's plugin runs the eager copy, unless it built the host, too.
    const isHosts = bundler !== 'vite' || host === 'vite';
    expect(await show(addressOf(host, bundler, 'eager'))).toEqual({ shows: HOST_REACT, isHosts });
  },
);

// Our host verifies every file of an external remote of ES modules before it imports the entry, so no chunk is left to lose.
test('in a host of ours, a remote of vite has its late chunk when its server is lost', async () => {
  await openHost('ours');
  const fits = addressOf('ours', 'vite', 'fits');
  await show(fits);
  await page.route(/late/, (route) => route.abort());
  expect(await askLate(page, fits.name)).toBe('late');
});

test.each(PAIRS.filter(([host, bundler]) => bundler !== 'vite' || host !== 'ours'))(
  'in a host of %s, a remote of %s has a chunk that was lost when it is asked for again',
  async (host, bundler) => {
    await openHost(host);
    const fits = addressOf(host, bundler, 'fits');
    await show(fits);
    await page.route(/late/, (route) => route.abort());
    expect(await askLate(page, fits.name)).toBe('lost');
    await page.unroute(/late/);
    expect(await askLate(page, fits.name)).toBe('late');
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

/** Returns the weight of the files that a page fetches for this remote, in kB of brotli. */
async function weigh(host: Host, bundler: RemoteBundler, variant: Variant): Promise<number> {
  await openHost(host);
  const remote = addressOf(host, bundler, variant);
  const files = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith(`/${remote.name}/`)) files.add(pathname);
  });
  await show(remote);
  return weightOf(matrix.folder, [...files]);
}

const measured: Cell[] = [];

test.each(PAIRS)('in a host of %s, a remote of %s weighs what is written down', async (host, remote) => {
  const cell: Cell = {
    host,
    remote,
    shared: await weigh(host, remote, 'fits'),
    own: await weigh(host, remote, 'older'),
  };
  measured.push(cell);
  if (MEASURES) writeNumbers(measured);
  const stored = readNumbers().find((other) => other.host === host && other.remote === remote);
  expect(Math.abs(cell.shared - (stored?.shared ?? 0))).toBeLessThan(0.5);
  expect(Math.abs(cell.own - (stored?.own ?? 0))).toBeLessThan(0.5);
});

test('the documentation shows these weights', () => {
  const text = readFileSync(join(__dirname, '..', '..', '..', '..', 'docs', 'federation.md'), 'utf8');
  for (const row of numberRows(readNumbers())) expect(text).toContain(row);
});
