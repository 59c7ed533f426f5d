import type { ReleaseManifest } from '@wholepage/contracts/release';
import { LRUCache } from 'lru-cache';
import type { ReleaseSet } from '../releases/release-set';

/** Releases that pages in open tabs were made from. */
const MOST = 500;

/** Which releases this composer has served: a report about another one is made up. */
export class KnownReleases {
  private readonly manifests = new LRUCache<string, ReleaseManifest>({ max: MOST });
  private seen: ReleaseSet | undefined;

  constructor(private readonly currentSet: () => ReleaseSet) {}

  find(app: string, version: string): ReleaseManifest | undefined {
    this.look();
    return this.manifests.get(`${app} ${version}`);
  }

  /** Remembers the releases of the current set. */
  look(): void {
    const set = this.currentSet();
    if (set === this.seen) return;
    this.seen = set;
    for (const { manifest } of [...Object.values(set.apps), ...set.canaries.map(({ release }) => release)])
      this.manifests.set(`${manifest.app} ${manifest.version}`, manifest);
  }
}
