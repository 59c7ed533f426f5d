import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { LoadedRelease } from '../../releases/release-set';
import type { Guest, GuestWatcher, PoolGuest } from './guest';
import { GuestPool } from './guest-pool';
import type { GuestEnd } from './process/guest-process';

interface GuestPoolsOptions {
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

interface Spare {
  guest: Guest;
  /** Who took it; nobody at first. */
  taker: GuestWatcher | undefined;
}

/** After a process that could not be started: the machine has to recover. */
const FAILED_REST_MS = 1_000;

/** One started process ahead, so that who needs a new one waits for its code only. */
export class SpareGuest {
  private spare: Spare | undefined;
  private isClosed = false;
  private notBefore = 0;

  constructor(private readonly start: (watcher: GuestWatcher) => Guest) {}

  take(watcher: GuestWatcher): Guest {
    const taken = this.spare ?? this.begin();
    taken.taker = watcher;
    this.spare = undefined;
    return taken.guest;
  }

  prepare(): void {
    const spare = this.begin();
    this.spare = spare;
    void spare.guest.ended.then(({ cause }) => {
      if (this.spare === spare) this.spare = undefined;
      if (cause === 'machine') this.notBefore = performance.now() + FAILED_REST_MS;
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.spare?.guest.kill('was no longer needed');
    await this.spare?.guest.ended;
  }

  private begin(): Spare {
    const spare: Omit<Spare, 'guest'> = { taker: undefined };
    const guest = this.start({
      onChange: (changed) => {
        // The next one is started when this one no longer needs the processor for its start.
        if (!this.spare && !this.isClosed && performance.now() > this.notBefore) this.prepare();
        spare.taker?.onChange(changed);
      },
      onTakenBack: (tasks) => spare.taker?.onTakenBack(tasks),
      onWork: (ms) => spare.taker?.onWork(ms),
    });
    return Object.assign(spare, { guest });
  }
}

/** How many violations of the protocol in how long a release is quarantined for, and for how long. */
const LIMITS = { violations: 3, withinMs: 60_000, restMs: 30_000 };

interface Record {
  violations: number[];
  until: number;
}

/** Releases whose processes break the protocol again and again: none of their pages is rendered for a while. */
export class Quarantine {
  private readonly records = new Map<string, Record>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  admits(release: string): boolean {
    const record = this.records.get(release);
    return !record || this.now() >= record.until;
  }

  /** @returns whether the release is quarantined for it */
  violated(release: string): boolean {
    const now = this.now();
    const earlier = (this.records.get(release)?.violations ?? []).filter((at) => now - at < LIMITS.withinMs);
    const violations = [...earlier, now];
    const isOver = violations.length >= LIMITS.violations;
    this.records.set(release, isOver ? { violations: [], until: now + LIMITS.restMs } : { violations, until: 0 });
    return isOver;
  }
}
