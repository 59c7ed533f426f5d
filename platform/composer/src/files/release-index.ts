import type { Deployment } from '@wholepage/contracts/discovery';
import { type ReleaseManifest, versionSchema } from '@wholepage/contracts/release';
import { appNameSchema } from '@wholepage/contracts/version';
import { readRelease } from '@wholepage/releases/manifest';
import { releasesOf } from '@wholepage/releases/registry/deployments';
import { historyEntrySchema } from '@wholepage/releases/registry/history';
import { readRegistry } from '@wholepage/releases/registry/registry';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { LRUCache } from 'lru-cache';
import { type Log, reason } from '../log';
import type { ReleaseSet } from '../releases/release-set';

const MANIFESTS_KEPT = 500;
/** A release that was just asked for in vain may be published meanwhile, but is not looked for at every request. */
const UNKNOWN_MS = 2_000;
/** So many former releases of an app are looked through for a file that no known one has: tabs are older than that only seldom. */
const LONGEST_WALK = 40;

/** Finds the release that a file belongs to: by its version, or by its content-addressed name alone. */
export class ReleaseIndex {
  private readonly manifests = new LRUCache<string, ReleaseManifest>({ max: MANIFESTS_KEPT });
  private readonly unknown = new LRUCache<string, true>({ max: 1_000, ttl: UNKNOWN_MS });
  /** Walks through an app's former releases, one at a time. */
  private readonly walks = new Map<string, Promise<void>>();

  constructor(
    private readonly store: ReleaseStore,
    private readonly currentSet: () => ReleaseSet,
    private readonly log: Log,
  ) {}

  /** Any release that was published, live or not. */
  async release(app: string, version: string): Promise<ReleaseManifest | undefined> {
    if (!appNameSchema.safeParse(app).success || !versionSchema.safeParse(version).success) return undefined;
    const live = this.currentSet().apps[app]?.manifest;
    if (live?.version === version) return live;
    const key = `${app}/${version}`;
    const known = this.manifests.get(key);
    if (known) return known;
    if (this.unknown.has(key)) return undefined;
    try {
      const { manifest } = await readRelease(this.store, app, version);
      this.manifests.set(key, manifest);
      return manifest;
    } catch (error) {
      this.unknown.set(key, true);
      this.log('warn', 'release not found', { remote: app, version, reason: reason(error) });
      return undefined;
    }
  }

  /** A release that has this content-addressed file: the live one, one that was asked for, or a former live one. */
  async owner(app: string, file: string): Promise<ReleaseManifest | undefined> {
    if (!appNameSchema.safeParse(app).success) return undefined;
    const known = this.knownOwner(app, file);
    const key = `${app}/${file}`;
    if (known || this.unknown.has(key)) return known;
    const walk = this.walks.get(app) ?? this.readFormer(app).finally(() => this.walks.delete(app));
    this.walks.set(app, walk);
    await walk;
    const found = this.knownOwner(app, file);
    if (!found) this.unknown.set(key, true);
    return found;
  }

  private knownOwner(app: string, file: string): ReleaseManifest | undefined {
    const live = this.currentSet().apps[app]?.manifest;
    if (live?.files[file]) return live;
    for (const manifest of this.manifests.values()) if (manifest.app === app && manifest.files[file]) return manifest;
    return undefined;
  }

  /** Follows the registry's pointers back through the releases that were live, and reads each, and those taken back. */
  private async readFormer(app: string): Promise<void> {
    const registry = await readRegistry(this.store).catch(() => undefined);
    if (!registry) return;
    const { live, previous, canary } = releasesOf(registry, app);
    for (const version of live?.extras.takenBack ?? []) await this.release(app, version);
    const waiting = [canary, live, previous].filter((one) => one !== undefined);
    const seen = new Set<string>();
    for (let steps = 0; waiting.length > 0 && steps < LONGEST_WALK; steps += 1) {
      const deployment = waiting.shift() as Deployment;
      const { version } = deployment.metadata;
      const { step } = deployment.extras;
      if (seen.has(`${version} ${step}`)) continue;
      seen.add(`${version} ${step}`);
      await this.release(app, version);
      const before = step && (await this.before(app, step));
      if (before) waiting.push(before);
    }
  }

  private async before(app: string, step: string): Promise<Deployment | undefined> {
    try {
      const entry = historyEntrySchema.parse(JSON.parse((await this.store.read(`history/${step}.json`)).toString()));
      return releasesOf({ microFrontends: { [app]: entry.deployments } }, app).previous;
    } catch {
      return undefined;
    }
  }
}
