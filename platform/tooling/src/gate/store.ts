/**
 * The gate's own store: a copy of what is live with the candidate laid over it, signed with keys made for this
 * run.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CONTRACT_VERSION, type ReleaseManifest, releaseFilePath, SHELL } from '@wholepage/contracts/release';
import { ReleaseError } from '@wholepage/releases/errors';
import { integrityOf, MANIFEST, readRelease, readReleaseFile } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { type AppReleases, allReleases, REGISTRY_FILE, readRegistry } from '@wholepage/releases/registry/registry';
import { promote } from '@wholepage/releases/steps';
import { openStore } from '@wholepage/releases/store/open-store';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { createTrust, type Trust } from '@wholepage/releases/trust/trust';
import type { ReadableRelease } from './check';

/** A store of the gate's own: what is live, with the candidate laid over it. */
interface GateStore {
  /** For the gate's composers: the store, and the keys that they believe. */
  dataDir: string;
  candidate: ReadableRelease;
  shell: ReadableRelease;
  live: ReadableRelease | undefined;
  /** What is live beside the shell. */
  remotes: ReleaseManifest[];
  remove(): Promise<void>;
}

interface GateStoreOptions {
  /** The store that visitors are served from. */
  place: string;
  app: string;
  version: string;
  /** Folder of a build that is not published yet. */
  built: string | undefined;
}

/** @throws ReleaseError when the store refuses the candidate: contract, routes, hashes, signature */
export async function makeGateStore({ place, app, version, built }: GateStoreOptions): Promise<GateStore> {
  const from = openStore(place);
  const dataDir = await mkdtemp(join(tmpdir(), 'verify-'));
  const to = join(dataDir, 'releases');
  const trust = createTrust({ keysDir: join(dataDir, 'release-keys'), pinned: '', signingKey: '' });
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const live = await copyLive(from, to, trust, app);
    const store = openStore(to, trust);
    const before = live[app] === undefined ? undefined : await readable(store, app, live[app]);
    // Its source maps are the gate's, too, until it is published.
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

/** Copies the release of an app that composers serve. @returns its version, or why none is believed */
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
 * What visitors get, the shell first: the others are promoted on it. In place of a release that nobody believes any more,
 * composers serve the one before it, or none. So a stolen key keeps no team from a release.
 */
export async function copyLive(
  from: ReleaseStore,
  to: string,
  trust: Trust,
  app: string,
): Promise<Record<string, string>> {
  // Before the very first release there is no registry.
  const registry = (await from.revision(REGISTRY_FILE)) ? await readRegistry(from) : { microFrontends: {} };
  const listed = Object.entries(allReleases(registry).apps).filter(([, { live }]) => live);
  if (app !== SHELL && !listed.some(([name]) => name === SHELL))
    throw new ReleaseError(
      `${from.place} has no live shell to try ${app} in. Set RELEASES_URL to the site's store, or release the shell first.`,
    );
  const served: Record<string, string> = {};
  for (const [name, releases] of listed.sort(([name]) => (name === SHELL ? -1 : 1))) {
    const { version, refused } = await copyServed(from, to, trust, name, releases);
    if (name === SHELL && app !== SHELL && refused) throw refused;
    if (!version) continue;
    served[name] = version;
    await promote(to, name, version, { why: 'verify', trust });
  }
  return served;
}

const write = async (path: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
};

/** Copies a release, which the store has checked, and signs it with the gate's own key: its composer believes no other. */
async function copyRelease(from: ReleaseStore, to: string, trust: Trust, app: string, version: string): Promise<void> {
  const { manifest } = await readRelease(from, app, version);
  for (const [file, { brotli, gzip }] of Object.entries(manifest.files)) {
    const path = releaseFilePath(manifest, file);
    await write(join(to, path), await readReleaseFile(from, manifest, file));
    for (const ending of [brotli && '.br', gzip && '.gz']) {
      const packed = ending && (await from.read(path + ending).catch(() => undefined));
      if (packed) await write(join(to, path + ending), packed);
    }
  }
  const bytes = await from.read(releaseFilePath(manifest, MANIFEST));
  const { signature: _theirs, ...unsigned } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  const signed = { ...unsigned, signature: await trust.sign(app, unsigned) };
  await write(join(to, releaseFilePath(manifest, MANIFEST)), Buffer.from(JSON.stringify(signed)));
}

/** A release of a store. @throws ReleaseError when there is none, or it does not hold */
async function readable(store: ReleaseStore, app: string, version: string): Promise<ReadableRelease> {
  const { manifest } = await readRelease(store, app, version);
  return {
    manifest,
    bytes: (file) => readReleaseFile(store, manifest, file),
    packed: (file, ending) => store.read(releaseFilePath(manifest, file) + ending),
  };
}

/** A remote that shows a heading and nothing else: what is there beside it is the shell's. */
export const BLANK = { app: 'verify-blank', version: '1.0.0', path: '/verify-blank' } as const;

const FILES: Record<string, string> = {
  // A container as the federation's runtime wants it, with the lifecycles of the contract.
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

const describe = (text: string) => ({
  integrity: integrityOf(text),
  bytes: text.length,
});

/** Writes the blank remote's release, as a build would have. */
async function writeBlankRemote(dir: string): Promise<void> {
  await mkdir(join(dir, 'node'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) await writeFile(join(dir, file), text);
  const manifest = {
    app: BLANK.app,
    version: BLANK.version,
    contract: CONTRACT_VERSION,
    builtAt: new Date(0).toISOString(),
    policies: [],
    routes: [{ path: BLANK.path, document: false, sitemap: [], query: [], js: [], css: [] }],
    entry: { browser: 'remoteEntry.js', node: 'node/render.mjs', js: ['remoteEntry.js'], css: [] },
    files: Object.fromEntries(Object.entries(FILES).map(([file, text]) => [file, describe(text)])),
  };
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
}

/** Publishes and promotes the blank remote. */
async function publishBlank(to: string, trust: Trust): Promise<void> {
  const blank = await mkdtemp(join(tmpdir(), 'verify-blank-'));
  await writeBlankRemote(blank);
  await publish(to, BLANK.app, BLANK.version, blank, trust);
  await promote(to, BLANK.app, BLANK.version, { why: 'verify', trust });
  await rm(blank, { recursive: true });
}
