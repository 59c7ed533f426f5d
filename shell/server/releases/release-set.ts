import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deployment, Registry } from 'contracts/discovery';
import type { ReleaseManifest } from 'contracts/release';
import { APPS, type AppName } from 'contracts/version';
import { integrityOf } from 'releases/registry';
import type { ReleaseStore } from 'releases/store';
import { readRelease, readReleaseFile } from 'releases/verify';
import { type Log, reason } from '../log';

/** A verified release whose server entry lies ready to be imported. */
export interface LoadedRelease {
  manifest: ReleaseManifest;
  /** File of the server entry on this machine; its name is unique to its bytes. */
  nodeFile: string;
}

/** The releases that one page is built from. */
export interface ReleaseSet {
  /** Differs whenever any release does. */
  id: string;
  apps: Partial<Record<AppName, LoadedRelease>>;
}

/** What loading releases needs. */
export interface ReleaseSource {
  store: ReleaseStore;
  /** Where server entries are put to be imported. */
  cacheDir: string;
  log: Log;
  /** Throws when a release cannot go live, whatever its bytes. */
  tryOut(release: LoadedRelease): Promise<void>;
}

/** Puts a release's server entry where workers can import it; a copy that is not the promised bytes is written anew. */
async function serverEntry({ store, cacheDir }: ReleaseSource, manifest: ReleaseManifest): Promise<string> {
  const entry = manifest.entry.node;
  const integrity = manifest.files[entry]?.integrity ?? '';
  const digest = integrity.slice(7, 23).replaceAll(/[^a-zA-Z0-9]/g, '');
  const file = join(cacheDir, `${manifest.app}-${manifest.version}-${digest}.mjs`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept && integrityOf(kept) === integrity) return file;
  const bytes = await readReleaseFile(store, manifest, entry);
  await mkdir(cacheDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, bytes);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return file;
}

async function loadRelease(
  source: ReleaseSource,
  app: AppName,
  version: string,
  integrity: string,
): Promise<LoadedRelease> {
  const { manifest } = await readRelease(source.store, app, version, integrity);
  const release = { manifest, nodeFile: await serverEntry(source, manifest) };
  await source.tryOut(release);
  return release;
}

/** Which release of an app to serve: the one that the registry calls live, else the one before, else an older one. */
async function choose(
  source: ReleaseSource,
  app: AppName,
  deployments: Deployment[],
  known: LoadedRelease | undefined,
): Promise<{ release: LoadedRelease | undefined; refused: string[] }> {
  const refused: string[] = [];
  const wanted = [...deployments].sort((a, b) => Number(b.deployment.default) - Number(a.deployment.default));
  for (const { metadata } of wanted) {
    const { version, integrity } = metadata;
    if (known?.manifest.version === version) return { release: known, refused };
    try {
      return { release: await loadRelease(source, app, version, integrity), refused };
    } catch (error) {
      refused.push(`${app} ${version}: ${reason(error)}`);
      if (known) return { release: known, refused };
    }
  }
  return { release: undefined, refused };
}

/**
 * Loads what the registry calls live; an app whose live release does not hold keeps `before`, or takes an older one.
 * @returns the set, and what was refused and why
 */
export async function loadReleaseSet(
  source: ReleaseSource,
  registry: Registry,
  before: ReleaseSet | undefined,
): Promise<{ set: ReleaseSet; refused: string[] }> {
  const chosen = await Promise.all(
    APPS.map(async (app) => {
      const choice = await choose(source, app, registry.microFrontends[app] ?? [], before?.apps[app]);
      return { app, ...choice };
    }),
  );
  const apps: ReleaseSet['apps'] = {};
  for (const { app, release } of chosen) if (release) apps[app] = release;
  const id = APPS.map((app) => apps[app]?.manifest.version ?? '-').join('|');
  return { set: { id, apps }, refused: chosen.flatMap(({ refused }) => refused) };
}
