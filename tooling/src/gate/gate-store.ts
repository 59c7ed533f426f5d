import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Deployment } from 'contracts/discovery';
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
import { BLANK, writeBlankRemote } from './browser/blank-remote';
import type { ReadableRelease } from './check';

/** A store of the gate's own: what is live, with the candidate laid over it. */
export interface GateStore {
  place: string;
  candidate: ReadableRelease;
  shell: ReadableRelease;
  live: ReadableRelease | undefined;
  remove(): Promise<void>;
}

const write = async (path: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
};

async function copyRelease(from: ReleaseStore, to: string, app: string, version: string): Promise<void> {
  const { manifest } = await readRelease(from, app, version);
  await write(join(to, app, version, MANIFEST), await from.read(`${app}/${version}/${MANIFEST}`));
  for (const file of Object.keys(manifest.files)) {
    await write(join(to, releaseFilePath(manifest, file)), await readReleaseFile(from, manifest, file));
  }
}

async function readable(store: ReleaseStore, app: string, version: string): Promise<ReadableRelease> {
  const { manifest } = await readRelease(store, app, version);
  return { manifest, bytes: (file) => readReleaseFile(store, manifest, file) };
}

interface GateStoreOptions {
  /** The store that visitors are served from. */
  place: string;
  app: string;
  version: string;
  /** Folder of a build that is not published yet. */
  built: string | undefined;
}

async function copyLive(from: ReleaseStore, to: string, app: string): Promise<Record<string, Deployment | undefined>> {
  // Before the very first release there is none.
  const registry = (await from.revision(REGISTRY_FILE)) ? await readRegistry(from) : { schema: '', microFrontends: {} };
  const live = Object.fromEntries(Object.entries(allReleases(registry).apps).map(([name, one]) => [name, one.live]));
  for (const [name, release] of Object.entries(live)) {
    if (release) await copyRelease(from, to, name, release.metadata.version);
  }
  if (!live[SHELL] && app !== SHELL)
    throw new ReleaseError(`${from.place} has no live shell to try ${app} in. Release the shell first.`);
  await write(join(to, REGISTRY_FILE), Buffer.from(JSON.stringify({ ...registry, latest: undefined })));
  return live;
}

/** @throws ReleaseError when the store refuses the candidate: contract, routes, hashes, signature */
export async function makeGateStore({ place, app, version, built }: GateStoreOptions): Promise<GateStore> {
  const from = openStore(place);
  const to = await mkdtemp(join(tmpdir(), 'verify-store-'));
  const remove = () => rm(to, { recursive: true, force: true });
  try {
    const live = await copyLive(from, to, app);
    if (built) await publish(to, app, version, built);
    else await copyRelease(from, to, app, version);
    const blank = await mkdtemp(join(tmpdir(), 'verify-blank-'));
    await writeBlankRemote(blank);
    await publish(to, BLANK.app, BLANK.version, blank);
    await rm(blank, { recursive: true });
    const store = openStore(to);
    const before = live[app] && (await readable(store, app, live[app].metadata.version));
    await promote(to, app, version, { why: 'verify' });
    await promote(to, BLANK.app, BLANK.version, { why: 'verify' });
    const candidate = await readable(store, app, version);
    const shell = live[SHELL] && app !== SHELL ? await readable(store, SHELL, live[SHELL].metadata.version) : candidate;
    return { place: to, candidate, shell, live: before, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
