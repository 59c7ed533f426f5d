import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { LoadedRelease } from '../../releases/release-set';
import { GuestPool } from './guest-pool';
import type { GuestWatcher, PoolGuest } from './guest-watcher';
import type { GuestEnd } from './process/guest-process';

export interface GuestPoolsOptions {
  /** Processes of one release at most. */
  processes: number;
  /** A started process without any release's code in it. */
  newGuest(watcher: GuestWatcher): PoolGuest;
  /** Called with every end of a process that was not asked for. */
  onGuestEnded(release: ReleaseManifest, end: GuestEnd): void;
  /** Called with how long the composer worked for a process of a release, in ms. */
  onWork(release: ReleaseManifest, ms: number): void;
}

/** The processes of all releases that are visited. */
export class GuestPools {
  private readonly pools = new Map<string, GuestPool>();

  constructor(private readonly options: GuestPoolsOptions) {}

  /** The pool of a release. One that rests is forgotten: releases follow each other for as long as a composer runs. */
  of({ manifest, code }: LoadedRelease): GuestPool {
    const known = this.pools.get(code.id);
    if (known) return known;
    const { processes, newGuest, onGuestEnded, onWork } = this.options;
    const pool: GuestPool = new GuestPool({
      manifest,
      readCode: () => code.read(),
      processes,
      newGuest,
      onGuestEnded: (end) => onGuestEnded(manifest, end),
      onWork: (ms) => onWork(manifest, ms),
      onRest: () => this.forget(code.id, pool),
    });
    this.pools.set(code.id, pool);
    return pool;
  }

  private forget(id: string, pool: GuestPool): void {
    if (this.pools.get(id) === pool) this.pools.delete(id);
  }

  /** Process ids of all guests under way. */
  get pids(): number[] {
    return [...this.pools.values()].flatMap((pool) => pool.pids);
  }

  /** Ends all of it, whatever it does. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }
}
