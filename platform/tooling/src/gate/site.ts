/** The site that the gate visits: a composer over the gate's store, a browser, and sample pages of each route. */

import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  CONTRACT_VERSION,
  type ReleaseManifest,
  type ReleaseRoute,
  releaseFilePath,
  SHELL,
} from '@wholepage/contracts/release';
import { matchRoute } from '@wholepage/page-rules/address';
import { ReleaseError } from '@wholepage/releases/errors';
import { integrityOf, MANIFEST, readRelease, readReleaseFile, storedFiles } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { type AppReleases, allReleases, REGISTRY_FILE, readRegistry } from '@wholepage/releases/registry/registry';
import { promote } from '@wholepage/releases/steps';
import { openStore } from '@wholepage/releases/store/open-store';
import { boundedMap, parseAs, type ReleaseStore } from '@wholepage/releases/store/store';
import { createTrust, type Trust } from '@wholepage/releases/trust/trust';
import { writeWhole } from '@wholepage/releases/whole-files';
import type { Browser } from 'playwright-core';
import * as z from 'zod';
import { buildComposer, bundleSite } from '../build/build-server';
import { isPacked, packageDir, SITE_DIR } from '../paths';
import { launchChrome } from '../run/find-program';
import { freePort, listen, startService, stopServices, waitUntilHealthy } from '../run/spawn';
import { apiOf, namedBackEnds, siteDefinition, sitemapOf } from '../site/definition';
import type { ReadableRelease, TriedRelease } from './check';

/** The live site with the candidate laid over it, as visitors would find it. */
export interface GateSite {
  browser: Browser;
  /** The composer with the real API and back ends. */
  composer: RunningGateComposer;
  /** A composer whose API and back ends are down. */
  withoutApi: RunningGateComposer;
  /** The API that its pages call: the remote's own, else the site's. */
  api: ApiState;
  siteApi: ApiState;
  /** Addresses of the candidate's public pages, a few for each route. */
  pages: string[];
  /** Addresses that redirect strangers or deny them a page, with the status: the candidate shows no page there. */
  closed: Readonly<Record<string, number>>;
  /** Cookies of the site's test visitor by name; undefined where there is none. */
  visitor: Readonly<Record<string, string>> | undefined;
  /** Addresses whose page depends on the test visitor's cookies; also in `pages` where strangers see one. */
  members: string[];
  close(): Promise<void>;
}

/** Pages are seen as they are while it is down; `none`: the site has none, and its pages need none. */
export type ApiState = 'up' | 'down' | 'none';

/** True when a server answers there. Waits for a busy one, because pages without it say little about the release. */
export const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

const stateOf = async (origin: string | undefined): Promise<ApiState> => {
  if (origin === undefined) return 'none';
  return (await answers(origin)) ? 'up' : 'down';
};

/** An origin without a listener. */
const NOBODY = 'http://127.0.0.1:9';

/**
 * Starts a proxy that passes reads to a back end and answers all else with 503. A release under trial must not create
 * an order or a message.
 */
export async function readOnly(backEnd: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const { protocol } = new URL(backEnd);
  const ask = protocol === 'https:' ? httpsRequest : httpRequest;
  const server = createServer((request, response) => {
    const { method, url = '/' } = request;
    const { host: _gate, ...headers } = request.headers;
    if (method !== 'GET' && method !== 'HEAD') {
      request.resume();
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"Not now."}');
      return;
    }
    // A lost back end breaks the response off, as its own connection would.
    const asked = ask(new URL(url, backEnd), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    asked.end();
  });
  const { port, stop } = await listen(server);
  return { origin: `http://127.0.0.1:${port}`, stop };
}

/**
 * @param dataDir holds the gate's own store, in which the candidate is live, and its keys
 * @param note called with limits of the trial
 */
export async function startGateSite(
  dataDir: string,
  candidate: ReleaseManifest,
  note: (text: string) => void,
): Promise<GateSite> {
  const file = await composerFile();
  const apiOrigin = apiOf(await siteDefinition(), process.env);
  const backEnds = namedBackEnds();
  // A remote may have its own back end on a site without an API.
  const used = backEnds[candidate.app] ?? apiOrigin;
  const [siteApi, api] = await Promise.all([stateOf(apiOrigin), stateOf(used)]);
  if (api === 'down') note(`No API answers at ${used}: pages are seen as they are while it is down.`);
  const proxy = await readOnly(apiOrigin ?? NOBODY);
  const readable = await Promise.all(
    Object.entries(backEnds).map(async ([remote, origin]) => [remote, await readOnly(origin)] as const),
  );
  const origins = Object.fromEntries(readable.map(([remote, { origin }]) => [remote, origin]));
  const started = await Promise.allSettled([
    startGateComposer(file, dataDir, proxy.origin, origins),
    startGateComposer(file, dataDir, NOBODY, Object.fromEntries(readable.map(([remote]) => [remote, NOBODY]))),
    launchForGate(),
  ]);
  const [composer, withoutApi, browser] = started;
  const close = async () => {
    const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(running.map((one) => ('stop' in one ? one.stop() : one.close())));
    await Promise.all([proxy, ...readable.map(([, backEnd]) => backEnd)].map((one) => one.stop()));
  };
  try {
    if (composer.status !== 'fulfilled' || withoutApi.status !== 'fulfilled' || browser.status !== 'fulfilled')
      throw started.find((one) => one.status === 'rejected')?.reason;
    const { origin } = composer.value;
    const paths = await samplePages(origin, candidate);
    const visitor = await sessionOfVisitor(note);
    const { pages, closed } = await seenBy(origin, paths);
    const personal = paths.filter((path) => path in closed || isPersonal(candidate, path));
    const members = visitor ? (await seenBy(origin, personal, visitor)).pages : [];
    const running = { browser: browser.value, composer: composer.value, withoutApi: withoutApi.value, close };
    return { ...running, api, siteApi, pages, closed, visitor, members };
  } catch (error) {
    // Otherwise they would keep the process from ending.
    await close();
    throw error;
  }
}

const CLOSED = new Set([301, 302, 303, 307, 308, 401, 403]);

/** Pages at a time: a page waits for the network half of its time; more would wait for the processor. */
export const AT_ONCE = 2;

/** The most addresses of a route that are visited, because the gate must be quick. */
const OF_EACH_ROUTE = 2;
/** The value for a `:parameter` without a known address. */
export const UNKNOWN = 'no-such-page';

const everyNth = (paths: string[]): string[] =>
  paths.filter((_, index) => index % Math.max(1, Math.ceil(paths.length / OF_EACH_ROUTE)) === 0);

/** Addresses of a release's pages: for each route some of the sitemap's, and one that does not exist. */
async function samplePages(origin: string, { routes }: ReleaseManifest): Promise<string[]> {
  const listed = await sitemapOf(origin);
  return routes.flatMap((route) =>
    route.path.includes(':') ? [...everyNth(knownPaths(route, listed)), unknownPath(route)] : [route.path],
  );
}

/** Addresses of a route in the release's own sitemap entries or the site's sitemap. */
export const knownPaths = ({ path, sitemap }: ReleaseRoute, listed: readonly string[]): string[] =>
  path.includes(':') ? [...new Set([...sitemap, ...listed])].filter((address) => matchRoute(path, address)) : [path];

/** An address of the route that does not exist; for a route without parameters its own path. */
export const unknownPath = ({ path }: ReleaseRoute): string => path.replaceAll(/:[^/]+/g, UNKNOWN);

/** Signs the site's test visitor in. @returns its cookies by name; undefined where there is none */
async function sessionOfVisitor(note: (text: string) => void): Promise<GateSite['visitor']> {
  const { testVisitor } = await siteDefinition();
  try {
    return await testVisitor?.(process.env);
  } catch (error) {
    note(
      `The test visitor of site.ts could not sign in (${error instanceof Error ? error.message : error}): members' pages are seen as strangers see them.`,
    );
    return undefined;
  }
}

const isPersonal = ({ routes }: ReleaseManifest, path: string): boolean =>
  routes.some((route) => route.cookies?.length && matchRoute(route.path, path));

/** Separates the pages that a visitor may see from those that redirect or are denied. @param cookies none: a stranger */
export async function seenBy(
  origin: string,
  paths: readonly string[],
  cookies: GateSite['visitor'] = {},
): Promise<Pick<GateSite, 'pages' | 'closed'>> {
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  const headers = { ...(cookie.length > 0 && { cookie: cookie.join('; ') }) };
  const statuses = await boundedMap(paths, AT_ONCE, async (path): Promise<[string, number]> => {
    const answer = await fetch(origin + path, { redirect: 'manual', headers });
    // A remote's own page may have such a status, too: its page state names the remote.
    const isOwn = /<script [^>]*id="page-state">[^<]*"remote":/.test(await answer.text());
    return [path, isOwn ? 200 : answer.status];
  });
  const closed = Object.fromEntries(statuses.filter(([, status]) => CLOSED.has(status)));
  return { pages: paths.filter((path) => !(path in closed)), closed };
}

export const onePerRoute = (routes: readonly ReleaseRoute[], pages: readonly string[]): string[] =>
  routes.map(({ path }) => pages.find((page) => matchRoute(path, page))).filter((page) => page !== undefined);

const START_TIMEOUT_MS = 30_000;
const MOST_ERRORS = 1_000;

interface RunningGateComposer {
  origin: string;
  /** The reasons why renders of this path failed, and why render processes ended, since the last call. */
  renderErrors(path: string): string[];
  /** The reasons why this fragment was left out of pages. */
  fragmentErrors(of: string): string[];
  /** Fragments that were left out because of their nesting, once for each page. */
  nesting(): FragmentError[];
  stop(): Promise<void>;
}

async function start(
  file: string,
  dataDir: string,
  apiOrigin: string,
  backEnds: Readonly<Record<string, string>>,
): Promise<RunningGateComposer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let renderErrors: LogLine[] = [];
  const fragmentErrors: FragmentError[] = [];
  let lastLine = '';
  const service = startService('composer', {
    args: [file],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SITE_DIR,
      PORT: String(port),
      COMPOSER_PRIVATE_PORT: '0',
      DATA_DIR: dataDir,
      RELEASES_URL: '',
      RELEASE_KEYS: '',
      SITE_ORIGIN: origin,
      API_ORIGIN: apiOrigin,
      API_ORIGINS: JSON.stringify(backEnds),
      // The gate tries releases in other hosts, whether the site allows that or not.
      FEDERATION_ORIGINS: '*',
    },
    onLine: (line) => {
      lastLine = line || lastLine;
      const said = parseAs(logLineSchema, line);
      if (!said) return;
      if (/^(render failed|guest ended)$/.test(said.event)) renderErrors.push(said);
      if (said.event === 'fragment left out' && fragmentErrors.length < MOST_ERRORS) fragmentErrors.push(said);
    },
  });
  const stop = () => stopServices([service]);
  try {
    await waitUntilHealthy(service, `${origin}/healthz`, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw new Error(`The composer did not start: ${lastLine}`, { cause: error });
  }
  return {
    origin,
    renderErrors(path) {
      // The line about the end of a render process names no path.
      const own = renderErrors.filter((error) => (error.path || path) === path);
      renderErrors = renderErrors.filter((error) => !own.includes(error));
      return own.map(({ event, reason }) => `${event}: ${reason}`);
    },
    fragmentErrors: (of) => fragmentErrors.filter(({ fragment }) => fragment === of).map(({ reason }) => reason),
    nesting() {
      const found = new Map(fragmentErrors.filter(isNesting).map((one) => [`${one.fragment} ${one.path}`, one]));
      return [...found.values()];
    },
    stop,
  };
}

/**
 * Starts a composer over the store in this folder, with the site's limits for external remotes. Starts it a second time
 * when a busy machine delays the first trial of the shell too long.
 * @throws Error in one sentence when it cannot serve the store
 */
const startGateComposer = (...given: Parameters<typeof start>): Promise<RunningGateComposer> =>
  start(...given).catch(() => start(...given));

const FOLDER = 'verify';

/** The composer for trials: the installed one, or a separate bundle of these sources, so that a running one stays untouched. */
async function composerFile(): Promise<string> {
  await bundleSite();
  if (isPacked) return join(packageDir('composer'), 'dist', 'server', 'server.mjs');
  await buildComposer(FOLDER);
  return join(packageDir('composer'), 'dist', FOLDER, 'server.mjs');
}

const text = z.string().default('');
const logLineSchema = z.object({ event: text, fragment: text, path: text, reason: text });
type LogLine = z.output<typeof logLineSchema>;

export type FragmentError = Pick<LogLine, 'fragment' | 'path' | 'reason'>;

/** True where a retry cannot help: the fragment contains itself, or is nested too deeply. */
export const isNesting = ({ reason }: Pick<FragmentError, 'reason'>): boolean =>
  /^deeper than|is a circle$/.test(reason);

/** The hosts that the gate's browser reaches: a release under trial can send nothing elsewhere. */
export const REACHED = ['localhost', '127.0.0.1', '[::1]'];

/** Launches the gate's browser. `gc` and exact heap figures serve the check of what a remote leaves behind. */
export const launchForGate = (): Promise<Browser> =>
  launchChrome({
    args: [
      '--js-flags=--expose-gc',
      `--host-resolver-rules=${['MAP * ~NOTFOUND', ...REACHED.map((host) => `EXCLUDE ${host}`)].join(', ')}`,
      // WebRTC resolves no names: it is restricted to a proxy, and there is none.
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--proxy-server=http://127.0.0.1:9',
      '--proxy-bypass-list=<local>;127.0.0.1;[::1]',
    ],
  });

/* The gate's own store: a copy of what is live with the candidate laid over it, signed with keys made for this run. */

/** The gate's own store: the live releases with the candidate laid over them. */
interface GateStore extends TriedRelease {
  /** The data folder of the gate's composers: the store, and the keys that they trust. */
  dataDir: string;
  remove(): Promise<void>;
}

export interface GateStoreOptions {
  /** The store that serves visitors. */
  place: string;
  app: string;
  version: string;
  /** Folder of the build, when the release was built from this workspace just now. */
  built?: string | undefined;
}

/** @throws ReleaseError when the store refuses the candidate: contract, routes, hashes, signature */
export async function makeGateStore({ place, app, version, built }: GateStoreOptions): Promise<GateStore> {
  const from = openStore(place);
  const dataDir = await mkdtemp(join(tmpdir(), 'verify-'));
  const to = join(dataDir, 'releases');
  const trust = createTrust({ keysDir: join(dataDir, 'release-keys'), pinned: '', signingKey: '' });
  const clear = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', clear);
  const remove = () => {
    process.off('exit', clear);
    return rm(dataDir, { recursive: true, force: true });
  };
  try {
    const live = await copyLive(from, to, trust, app);
    const store = openStore(to, trust);
    const before = live[app] === undefined ? undefined : (await readRelease(store, app, live[app])).manifest;
    // Its source maps stay in the gate's store until it is published.
    if (built) await publish(to, app, version, built, trust, join(dataDir, 'private'));
    else await copyRelease(from, to, trust, app, version);
    await promote(to, app, version, { why: 'verify', trust });
    await publishBlank(to, trust);
    const candidate = await readable(store, app, version);
    const shell = app === SHELL ? candidate : await readable(store, SHELL, live[SHELL] ?? '');
    const others = Object.entries(live).filter(([name]) => name !== SHELL);
    const read = others.map(async ([name, known]) => (await readRelease(store, name, known)).manifest);
    return { dataDir, candidate, shell, live: before, remotes: await Promise.all(read), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const isRevoked = (error: unknown): boolean =>
  error instanceof ReleaseError && (error.refusal === 'not-signed' || error.refusal === 'not-pinned');

/** Copies the app's served release. @returns its version, or the reason why none is trusted */
async function copyServed(
  from: ReleaseStore,
  to: string,
  trust: Trust,
  name: string,
  { live, previous }: AppReleases,
): Promise<{ version?: string; refused?: unknown }> {
  let refused: unknown;
  for (const release of [live, previous]) {
    if (!release) continue;
    const { version } = release.metadata;
    try {
      await copyRelease(from, to, trust, name, version);
      return { version };
    } catch (error) {
      if (!isRevoked(error)) throw error;
      refused ??= error;
    }
  }
  return { refused };
}

/**
 * Copies the served releases. In place of a release that is trusted no more, composers serve the one before it, or none. So a
 * stolen key keeps no team from a release.
 */
export async function copyLive(
  from: ReleaseStore,
  to: string,
  trust: Trust,
  app: string,
): Promise<Record<string, string>> {
  // The registry is missing before the very first release.
  const registry = (await from.revision(REGISTRY_FILE)) ? await readRegistry(from) : { microFrontends: {} };
  const listed = Object.entries(allReleases(registry).apps).filter(([, { live }]) => live);
  if (app !== SHELL && !listed.some(([name]) => name === SHELL)) {
    const why = await from.read(REGISTRY_FILE).then(
      () => '',
      ({ message }: Error) => `${message} `,
    );
    throw new ReleaseError(
      `${why}${from.place} has no live shell to try ${app} in. Set RELEASES_URL to the site's store, or release the shell first.`,
    );
  }
  const served: Record<string, string> = {};
  for (const [name, releases] of listed) {
    const { version, refused } = await copyServed(from, to, trust, name, releases);
    if (name === SHELL && app !== SHELL && refused) throw refused;
    if (!version) continue;
    served[name] = version;
    await promote(to, name, version, { why: 'verify', trust });
  }
  return served;
}

/** Copies a release, which the store has checked, and signs it with the gate's own key, the only one its composer trusts. */
async function copyRelease(from: ReleaseStore, to: string, trust: Trust, app: string, version: string): Promise<void> {
  const { manifest } = await readRelease(from, app, version);
  await boundedMap(storedFiles(manifest), from.readsAtOnce, async (path) => {
    const reading = from.read(path);
    // A check reports a missing compressed form.
    const bytes = await (/\.(br|gz)$/.test(path) ? reading.catch(() => undefined) : reading);
    if (bytes) await writeWhole(join(to, path), bytes);
  });
  const path = releaseFilePath(manifest, MANIFEST);
  const { signature: _theirs, ...unsigned } = JSON.parse(String(await from.read(path))) as Record<string, unknown>;
  await writeWhole(join(to, path), JSON.stringify({ ...unsigned, signature: await trust.sign(app, unsigned) }));
}

/** Reads a release of a store. @throws ReleaseError when it is missing or invalid */
async function readable(store: ReleaseStore, app: string, version: string): Promise<ReadableRelease> {
  const { manifest } = await readRelease(store, app, version);
  return {
    manifest,
    bytes: (file) => readReleaseFile(store, manifest, file),
    packed: (file, ending) => store.read(releaseFilePath(manifest, file) + ending),
  };
}

/** A remote that shows only a heading: everything else on its page is the shell's. */
export const BLANK = { app: 'verify-blank', version: '1.0.0', path: '/verify-blank' } as const;

const FILES: Record<string, string> = {
  // A container for the federation's runtime, with the lifecycles of the contract.
  'remoteEntry.js': `var verify_blank = {
    init() {},
    get: async () => () => ({
      async bootstrap() {},
      async mount({ slot }) { slot.replaceChildren(Object.assign(document.createElement('h1'), { textContent: 'Blank' })); },
      async unmount({ slot }) { slot.replaceChildren(); },
    }),
  };`,
  'node/render.mjs': `export async function render() {
    return { status: 200, head: { title: 'Blank' }, html: '<h1>Blank</h1>', data: null, maxAge: 60 };
  }`,
};

async function publishBlank(to: string, trust: Trust): Promise<void> {
  const { path, ...blank } = BLANK;
  const dir = join(dirname(to), 'blank');
  const files = Object.entries(FILES);
  for (const [file, text] of files) await writeWhole(join(dir, file), text);
  const manifest = {
    ...blank,
    contract: CONTRACT_VERSION,
    builtAt: new Date(0).toISOString(),
    policies: [],
    routes: [{ path, query: [], js: [], css: [] }],
    entry: { browser: 'remoteEntry.js', node: 'node/render.mjs', js: ['remoteEntry.js'], css: [] },
    files: Object.fromEntries(
      files.map(([file, text]) => [file, { integrity: integrityOf(text), bytes: text.length }]),
    ),
  };
  await writeWhole(join(dir, 'release.json'), JSON.stringify(manifest));
  await publish(to, blank.app, blank.version, dir, trust);
  await promote(to, blank.app, blank.version, { why: 'verify', trust });
}
