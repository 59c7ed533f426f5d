import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Registry } from '@wholepage/contracts/release';
import { REGISTRY_FILE, readRegistry, registryBytes, releasesOf } from '../registry/registry';
import { integrityOf } from '../release/manifest';
import { publish } from '../release/publish';
import { environmentTrust } from '../settings';
import { promote } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import type { Trust } from '../trust/trust';

export const ENTRY = 'remoteEntry.js';

/** A route as a build describes it. */
export const route = (path: string) => ({ path, document: false, sitemap: [], js: [], css: [] });

/** Writes a build's output. @param change parts of its manifest @returns its folder */
export async function builtRelease(version: string, change: Record<string, unknown> = {}): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'built-'));
  const files = { [ENTRY]: `/* ${version} */`, 'node/render.mjs': 'export const render = 1;' };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  const manifest = {
    app: 'mf-blog',
    version,
    contract: 4,
    builtAt: '2026-11-21T00:00:00.000Z',
    routes: [],
    entry: { browser: ENTRY, node: 'node/render.mjs', js: [ENTRY], css: [] },
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        { integrity: integrityOf(Buffer.from(text)), bytes: text.length },
      ]),
    ),
    ...change,
  };
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
  return dir;
}

export const newStore = (): Promise<string> => mkdtemp(join(tmpdir(), 'store-'));

/** Builds, publishes and promotes. */
export async function release(
  place: string,
  version: string,
  change: { app?: string } & Record<string, unknown> = {},
  trust: Trust = environmentTrust(),
) {
  const app = change.app ?? 'mf-blog';
  await publish(place, app, version, await builtRelease(version, change), trust);
  return promote(place, app, version, { trust });
}

export const liveVersion = (registry: Registry, app: string): string | undefined =>
  releasesOf(registry, app).live?.metadata.version;

export const live = async (folder: string, app = 'mf-blog'): Promise<string | undefined> =>
  liveVersion(await readRegistry(folderStore(folder)), app);

/** A registry without types, so that tests can make it invalid. */
export type EditedRegistry = ReturnType<typeof JSON.parse>;

/** Changes the registry directly, like an attacker with their own program. */
export async function editRegistry(folder: string, change: (registry: EditedRegistry) => void): Promise<void> {
  const registry = await readRegistry(folderStore(folder));
  change(registry);
  await writeFile(join(folder, REGISTRY_FILE), registryBytes(registry));
}
