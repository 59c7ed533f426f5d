import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from 'contracts/discovery';
import type { ReleaseManifest } from 'contracts/release';
import { APPS, type AppName } from 'contracts/version';
import { REGISTRY_FILE, readRegistry } from 'releases/registry';
import type { ReleaseStore } from 'releases/store';
import { readRelease, readReleaseFile } from 'releases/verify';
import { type Log, reason } from './log';

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

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function loadRelease(
  store: ReleaseStore,
  cacheDir: string,
  app: AppName,
  version: string,
  integrity: string,
): Promise<LoadedRelease> {
  const { manifest } = await readRelease(store, app, version, integrity);
  const entry = manifest.entry.node;
  const digest = manifest.files[entry]?.integrity.slice(7, 23).replaceAll(/[^a-zA-Z0-9]/g, '');
  const nodeFile = join(cacheDir, `${app}-${version}-${digest}.mjs`);
  if (!(await exists(nodeFile))) {
    const bytes = await readReleaseFile(store, manifest, entry);
    await mkdir(cacheDir, { recursive: true });
    await writeFile(`${nodeFile}.${process.pid}`, bytes);
    await rename(`${nodeFile}.${process.pid}`, nodeFile);
  }
  return { manifest, nodeFile };
}

/** Loads what the registry calls live; an app whose live release does not hold keeps `before`, or takes an older one. */
export async function loadReleaseSet(
  store: ReleaseStore,
  cacheDir: string,
  registry: Registry,
  before: ReleaseSet | undefined,
  log: Log,
): Promise<ReleaseSet> {
  const apps: ReleaseSet['apps'] = {};
  for (const app of APPS) {
    const deployments = registry.microFrontends[app] ?? [];
    const wanted = [...deployments].sort((a, b) => Number(b.deployment.default) - Number(a.deployment.default));
    for (const { metadata } of wanted) {
      const known = before?.apps[app];
      if (known?.manifest.version === metadata.version) {
        apps[app] = known;
        break;
      }
      try {
        apps[app] = await loadRelease(store, cacheDir, app, metadata.version, metadata.integrity);
        break;
      } catch (error) {
        log('error', 'release refused', { remote: app, version: metadata.version, reason: reason(error) });
        if (known) {
          apps[app] = known;
          break;
        }
      }
    }
  }
  const id = APPS.map((app) => apps[app]?.manifest.version ?? '-').join('|');
  return { id, apps };
}

const POLL_MS = { folder: 400, url: 1_000 };

/** Follows the registry: the newest set that holds, and the last good one while none does. */
export class ReleaseWatcher {
  private current: ReleaseSet | undefined;
  private revision: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private readonly store: ReleaseStore,
    private readonly cacheDir: string,
    private readonly log: Log,
  ) {}

  /** @throws ReleaseError when the registry cannot be read or names no shell that holds */
  async start(): Promise<void> {
    await this.refresh();
    this.schedule();
  }

  get set(): ReleaseSet {
    if (!this.current) throw new Error('The release watcher was not started.');
    return this.current;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async refresh(): Promise<void> {
    const revision = await this.store.revision(REGISTRY_FILE);
    if (this.current && revision === this.revision) return;
    const registry = await readRegistry(this.store);
    const next = await loadReleaseSet(this.store, this.cacheDir, registry, this.current, this.log);
    if (!next.apps.shell) throw new Error(`the registry in ${this.store.place} names no usable release of the shell.`);
    if (next.id !== this.current?.id) this.log('info', 'releases live', { releases: next.id });
    this.current = next;
    this.revision = revision;
  }

  private schedule(): void {
    const wait = this.store.place.startsWith('http') ? POLL_MS.url : POLL_MS.folder;
    this.timer = setTimeout(async () => {
      try {
        await this.refresh();
      } catch (error) {
        this.log('warn', 'registry unreadable, the last good releases serve on', { reason: reason(error) });
      }
      if (!this.stopped) this.schedule();
    }, wait);
    this.timer.unref();
  }
}
