/** Checks across bundlers: releases of this site in a bare Module Federation host, and external remotes on its pages. */

import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FederationManifest, federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { bundledScript, neededBy } from '@wholepage/federation/webpack/release-files';
import type { Browser } from 'playwright-core';
import { type Bundler, bundlerOf } from '../../external/read-external';
import { listen } from '../../run/spawn';
import { type Check, type Fault, type GateContext, kB, type ReadableRelease } from '../check';
import { KEEP_NAMES, openPage, untilIdle, untilMounted } from '../page';
import { UNKNOWN } from '../site';

/** All scripts of an external remote's page that are not the shell's, in bytes after brotli. */
const BUDGET = 150_000;

export const externalCost: Check = {
  name: 'external-cost',
  holds: `a remote of another bundler costs visitors at most ${kB(BUDGET)} of script`,
  inapplicable: ({ candidate }) => (isExternal(candidate) ? undefined : 'this platform built it'),
  async *run({ candidate, site, note }) {
    const { app, version } = candidate.manifest;
    const { browser, composer, pages } = await site();
    const [path = '/'] = pages;
    await using opened = await openPage(browser, composer.origin + path);
    // The check of pages reports a page that is never mounted; this check counts the bytes fetched meanwhile.
    await untilMounted(opened, app).catch(() => {});
    await untilIdle(opened.page);
    const folder = `/_releases/${app}/${version}/`;
    const asked = await opened.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const paths = asked.map((url) => new URL(url).pathname).filter((one) => one.startsWith(folder));
    const manifest = await readFederationManifest(candidate, `${EXTERNAL}mf-manifest.json`);
    const fetched = paths.map((one) => one.slice(folder.length));
    const { copies, rest } = externalBytes(candidate.manifest, manifest, fetched);
    const parts = `${kB(copies)} are copies of what it shares, ${kB(rest)} its own code and runtime`;
    note(`Visitors of ${path} fetch ${kB(copies + rest)} of its scripts after brotli: ${parts}.`);
    if (copies + rest <= BUDGET) return;
    const { options } = await externalBundler(candidate, manifest);
    yield {
      where: path,
      what: `Its scripts weigh ${kB(copies + rest)} after brotli, and ${kB(BUDGET)} are allowed: ${parts}.`,
      todo: `Set "import: false" in "shared" of ${options} for what the shell shares, or load code later with import().`,
    };
  },
};

/**
 * Scripts of an external remote that a visitor of its page fetches, in bytes after brotli: copies of shared packages,
 * and the rest, which includes its bundler's runtime.
 * @param fetched files of the release that a browser asked for
 */
export function externalBytes(
  { files }: Pick<ReleaseManifest, 'files'>,
  { shared }: FederationManifest,
  fetched: readonly string[],
): { copies: number; rest: number } {
  const copies = new Set(
    shared.flatMap(({ assets: { js } }) => [...js.sync, ...js.async]).map((file) => EXTERNAL + file),
  );
  const bytes = { copies: 0, rest: 0 };
  for (const file of new Set(fetched)) {
    if (!/\.m?js$/.test(file)) continue;
    const { brotli, bytes: plain = 0 } = files[file] ?? {};
    bytes[copies.has(file) ? 'copies' : 'rest'] += brotli ?? plain;
  }
  return bytes;
}

/** Finds files that the manifest names but the release lacks. */
export function manifestFaults(
  files: Readonly<Record<string, unknown>>,
  manifest: FederationManifest,
  where: string,
): Fault[] {
  const folder = where.startsWith(EXTERNAL) ? EXTERNAL : '';
  const { path = '', zip = '', api = '' } = manifest.metaData.types ?? {};
  const types = [zip, api].filter(Boolean).map((file) => path + file);
  const all = [...neededBy(manifest), ...types].map((file) => folder + file);
  return [...new Set(all.filter((file) => !(file in files)))].map((file) => ({
    where,
    what: `It names ${file}, which the release does not hold.`,
    todo: 'Build it again, into an empty folder.',
  }));
}

/** The module that a foreign host loads, and the page to show by it. */
const visitOf = ({ candidate }: GateContext, pages: readonly string[]) => {
  const page = pages.find((path) => !path.endsWith(UNKNOWN));
  // A remote of fragments alone has no page to show.
  if (isExternal(candidate) || page === undefined) return { module: 'app', path: undefined };
  return { module: 'embed', path: page };
};

export const stockHost: Check = {
  name: 'stock-host',
  holds: 'it loads in a bare page of Module Federation’s own runtime, by a manifest that names its files',
  inapplicable: ({ candidate }) =>
    manifestFile(candidate) ? undefined : 'it was built before releases held mf-manifest.json',
  async *run(context) {
    const { candidate } = context;
    const { app, version, files } = candidate.manifest;
    const where = manifestFile(candidate) ?? '';
    const manifest = await readFederationManifest(candidate, where);
    const wrong = manifestFaults(files, manifest, where);
    yield* wrong;
    if (wrong.length > 0) return;
    const { browser, composer, pages } = await context.site();
    const address = `/_releases/${app}/${version}/${where}`;
    const visit = { app: manifest.name, manifest: address, ...visitOf(context, pages) };
    const what = await visitInStockHost(browser, composer.origin, visit);
    if (what === undefined) return;
    const advice = isExternal(candidate)
      ? `Look at "exposes" of ${(await externalBundler(candidate, manifest)).options}.`
      : 'Load it in a host: docs/federation.md of the platform says how.';
    yield { where: address, what: `It does not load in another host: ${what}.`, todo: advice };
  },
};

/** The longest wait for a remote's container, and for one of its modules. */
const LIMIT_MS = 10_000;
const PAGE = '<!doctype html><title>Another host</title><body><main></main>';

interface StockVisit {
  app: string;
  manifest: string;
  /** Name of the module to load, such as `embed`. */
  module: string;
  /** The page to show through the bridge that the module exports; undefined: the module is only loaded. */
  path: string | undefined;
  limitMs: number;
}

interface Bridge {
  render(info: { dom: Element | null; path: string }): Promise<void>;
  destroy(info: { dom: Element | null }): Promise<void>;
}

declare global {
  interface Window {
    /** Defined by the page that {@link visitIn} runs in. Opens a remote, then loads its modules. */
    stockHost: (name: string, entry: string) => (module: string) => Promise<{ default?: () => Bridge } | null>;
  }
}

/** Visits a remote. Runs in the page. @returns the fault as a clause about the remote; undefined for none */
async function visitIn({ app, manifest, module, path, limitMs }: StockVisit): Promise<string | undefined> {
  const { stockHost } = window;
  // The function is sent to the page as text, so it can import nothing.
  const late = (what: string) =>
    new Promise<never>((_resolve, reject) =>
      setTimeout(() => reject(new Error(`${what} took longer than ${limitMs / 1000} s`)), limitMs),
    );
  const within = <T>(work: Promise<T>, what: string): Promise<T> => Promise.race([work, late(what)]);
  try {
    const load = stockHost(app, manifest);
    const loaded = await within(load(`${app}/${module}`), `its container or ./${module}`);
    if (!loaded) return `./${module} is empty`;
    if (path === undefined) return undefined;
    const dom = document.querySelector('main');
    const bridge = loaded.default?.();
    if (!bridge) return `./${module} is not a bridge`;
    await within(bridge.render({ dom, path }), `"render" of ./${module}`);
    const textOf = () => {
      const shown = dom?.firstElementChild;
      return (shown?.shadowRoot ?? shown)?.textContent?.trim();
    };
    const rendered = performance.now();
    // Some pages fetch data before they show text.
    while (!textOf() && performance.now() - rendered < limitMs)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const text = textOf();
    await within(bridge.destroy({ dom }), `"destroy" of ./${module}`);
    if (!text) return `./${module} showed nothing at ${path}`;
    return dom?.childNodes.length ? `"destroy" of ./${module} left nodes behind` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}

const hostScript = (): Promise<string> =>
  bundledScript({
    stdin: {
      contents: `import { createInstance } from '@module-federation/runtime';
        globalThis.stockHost = (name, entry) => {
          const host = createInstance({ name: 'stock_host', remotes: [{ name, entry }], shared: {} });
          return (module) => host.loadRemote(module);
        };`,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });

/**
 * Loads a remote in a bare page with Module Federation's own runtime and nothing of this platform.
 * @returns the fault in a few words; undefined for none
 */
export async function visitInStockHost(
  browser: Browser,
  origin: string,
  visit: Omit<StockVisit, 'limitMs'>,
): Promise<string | undefined> {
  const astray: string[] = [];
  // The page has its own origin, as a host has. A page that Playwright fulfils may not read this machine's servers.
  const host = createServer(({ url = '' }, response) => {
    const isPage = url === '/';
    if (!isPage && url !== '/favicon.ico') astray.push(url);
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? PAGE : '');
  });
  await using ended = new AsyncDisposableStack();
  const { port, stop } = await listen(host, { host: 'localhost' });
  ended.defer(stop);
  await using page = await browser.newPage();
  await page.addInitScript(KEEP_NAMES);
  await page.goto(`http://localhost:${port}/`);
  await page.addScriptTag({ content: await hostScript() });
  const manifest = origin + visit.manifest;
  const what = await page.evaluate(visitIn, { ...visit, manifest, limitMs: LIMIT_MS });
  if (what !== undefined || astray.length === 0) return what;
  return `it asks the page that shows it for ${astray[0]}: call the \`fetch\` that \`load\` gets`;
}

/** The folder of another bundler's files in its release. */
const EXTERNAL = 'external/';
const MANIFEST = 'mf-manifest.json';

const isExternal = ({ manifest }: Pick<ReadableRelease, 'manifest'>): boolean => EXTERNAL + MANIFEST in manifest.files;

/** The path of `mf-manifest.json` in the release's folder; undefined where there is none. */
function manifestFile(release: ReadableRelease): string | undefined {
  return [EXTERNAL + MANIFEST, MANIFEST].find((file) => file in release.manifest.files);
}

/** @throws ZodError when the file is no federation manifest */
const readFederationManifest = async (release: ReadableRelease, file: string): Promise<FederationManifest> =>
  federationManifestSchema.parse(JSON.parse((await release.bytes(file)).toString('utf8')));

async function externalBundler(release: ReadableRelease, manifest: FederationManifest): Promise<Bundler> {
  const file = EXTERNAL + neededBy(manifest)[0];
  const entry = file in release.manifest.files ? (await release.bytes(file)).toString('utf8') : '';
  const files = Object.keys(release.manifest.files).filter((one) => one.startsWith(EXTERNAL));
  return bundlerOf(
    files.map((one) => one.slice(EXTERNAL.length)),
    entry,
    manifest,
  );
}

/** Globals of Module Federation's own runtime and its bundlers' plugins, shared by all external remotes. */
const OF_RUNTIME = /^__(FEDERATION__|VMOK__|GLOBAL_LOADING_REMOTE_ENTRY__|VUE_HMR_RUNTIME__|mf_)/;

/** Collects the globals that an external remote's build may define. @returns a test for a name among them */
export async function externalNames(release: ReadableRelease): Promise<(name: string) => boolean> {
  if (!isExternal(release)) return () => false;
  const { metaData, name } = await readFederationManifest(release, EXTERNAL + MANIFEST);
  const lists = [metaData.globalName, name].flatMap((one) => [
    `chunk_${one}`,
    `webpackChunk${one}`,
    `rspackChunk${one}`,
  ]);
  const own = [metaData.globalName, ...lists];
  return (given) => own.includes(given) || OF_RUNTIME.test(given);
}
