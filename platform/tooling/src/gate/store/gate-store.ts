import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { SHELL } from '@wholepage/contracts/version';
import { readRelease } from '@wholepage/releases/manifest';
import { promote } from '@wholepage/releases/promote';
import { publish } from '@wholepage/releases/publish';
import { openStore } from '@wholepage/releases/store/open-store';
import { createTrust } from '@wholepage/releases/trust/trust';
import type { ReadableRelease } from '../check';
import { copyLive } from './copy-live';
import { copyRelease } from './copy-release';
import { publishBlank } from './publish-blank';
import { readable } from './readable-release';

/** A store of the gate's own: what is live, with the candidate laid over it. */
export interface GateStore {
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
