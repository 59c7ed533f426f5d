import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { releaseFilePath } from 'contracts/release';
import { SHELL } from 'contracts/version';
import { ReleaseError } from 'releases/errors';
import { MANIFEST, readRelease, readReleaseFile } from 'releases/manifest';
import { promote } from 'releases/promote';
import { publish } from 'releases/publish';
import { allReleases } from 'releases/registry/deployments';
import { REGISTRY_FILE, readRegistry } from 'releases/registry/registry';
import { openStore } from 'releases/store/open-store';
import type { ReleaseStore } from 'releases/store/store';
import { createTrust, type Trust } from 'releases/trust/trust';
import { BLANK, writeBlankRemote } from './browser/blank-remote';
import type { ReadableRelease } from './check';

/** A store of the gate's own: what is live, with the candidate laid over it. */
export interface GateStore {
  /** For the gate's composers: the store, and the keys that they believe. */
  dataDir: string;
  candidate: ReadableRelease;
  shell: ReadableRelease;
  live: ReadableRelease | undefined;
  remove(): Promise<void>;
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

async function readable(store: ReleaseStore, app: string, version: string): Promise<ReadableRelease> {
  const { manifest } = await readRelease(store, app, version);
  return {
    manifest,
    bytes: (file) => readReleaseFile(store, manifest, file),
    packed: (file, ending) => store.read(releaseFilePath(manifest, file) + ending),
  };
}

interface GateStoreOptions {
  /** The store that visitors are served from. */
  place: string;
  app: string;
  version: string;
  /** Folder of a build that is not published yet. */
  built: string | undefined;
}

/** What is live, the shell first: the others are promoted on it. */
async function copyLive(from: ReleaseStore, to: string, trust: Trust, app: string): Promise<Record<string, string>> {
  // Before the very first release there is no registry.
  const registry = (await from.revision(REGISTRY_FILE)) ? await readRegistry(from) : { microFrontends: {} };
  const live = Object.entries(allReleases(registry).apps).flatMap(([name, one]) =>
    one.live ? [[name, one.live.metadata.version] as const] : [],
  );
  if (app !== SHELL && !live.some(([name]) => name === SHELL))
    throw new ReleaseError(`${from.place} has no live shell to try ${app} in. Release the shell first.`);
  for (const [name, version] of live.sort(([name]) => (name === SHELL ? -1 : 1))) {
    await copyRelease(from, to, trust, name, version);
    await promote(to, name, version, { why: 'verify', trust });
  }
  return Object.fromEntries(live);
}

async function publishBlank(to: string, trust: Trust): Promise<void> {
  const blank = await mkdtemp(join(tmpdir(), 'verify-blank-'));
  await writeBlankRemote(blank);
  await publish(to, BLANK.app, BLANK.version, blank, trust);
  await promote(to, BLANK.app, BLANK.version, { why: 'verify', trust });
  await rm(blank, { recursive: true });
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
    if (built) await publish(to, app, version, built, trust);
    else await copyRelease(from, to, trust, app, version);
    await promote(to, app, version, { why: 'verify', trust });
    await publishBlank(to, trust);
    const candidate = await readable(store, app, version);
    const shell = app === SHELL ? candidate : await readable(store, SHELL, live[SHELL] ?? '');
    return { dataDir, candidate, shell, live: before, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
