import type { ReleaseManifest } from 'contracts/release';
import type { LoadedRelease } from '../releases/release-set';
import type { Guest } from './guest';
import { GuestPool } from './guest-pool';

export interface GuestPoolsOptions {
  /** Processes of one release at most. */
  processes: number;
  /** A started process without any release's code in it. */
  newGuest(onChange: (guest: Guest) => void): Guest;
  /** Told of every end of a process that was not wished for. */
  onGuestEnded(release: ReleaseManifest, why: string): void;
}

/** The processes of all releases that are visited. */
export class GuestPools {
  private readonly pools = new Map<string, GuestPool>();

  constructor(private readonly options: GuestPoolsOptions) {}

  /** The pool of a release. One that rests is forgotten: releases follow each other for as long as a composer runs. */
  of({ manifest, code }: LoadedRelease): GuestPool {
    const known = this.pools.get(code.id);
    if (known) return known;
    const { processes, newGuest, onGuestEnded } = this.options;
    const pool = new GuestPool({
      manifest,
      readCode: () => code.read(),
      processes,
      newGuest,
      onGuestEnded: (why) => onGuestEnded(manifest, why),
      onRest: () => void this.pools.delete(code.id),
    });
    this.pools.set(code.id, pool);
    return pool;
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
