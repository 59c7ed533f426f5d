import type { ReleaseManifest } from '@wholepage/contracts/release';
import { GuestBusyError, GuestEndedError } from '../../errors';
import type { LoadedRelease } from '../../releases/release-set';
import type { RenderTask } from '../render-task';
import type { EndedGuest, Guest, GuestEnd, GuestWatcher, PoolGuest } from './guest';

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

export class GuestPools {
  private readonly pools = new Map<string, GuestPool>();

  constructor(private readonly options: GuestPoolsOptions) {}

  /** The pool of a release. One that rests is forgotten: releases follow each other for as long as a composer runs. */
  of(release: LoadedRelease): GuestPool {
    const { id } = release.code;
    const known = this.pools.get(id);
    if (known) return known;
    const pool: GuestPool = new GuestPool(release, this.options, () => {
      if (this.pools.get(id) === pool) this.pools.delete(id);
    });
    this.pools.set(id, pool);
    return pool;
  }

  get pids(): number[] {
    return [...this.pools.values()].flatMap((pool) => pool.pids);
  }

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

/** Releases whose processes break the protocol again and again: none of their pages is rendered for a while. */
export class Quarantine {
  private readonly records = new Map<string, { violations: number[]; until: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  admits(release: string): boolean {
    const record = this.records.get(release);
    return !record || this.now() >= record.until;
  }

  violated(release: string): boolean {
    const now = this.now();
    const earlier = (this.records.get(release)?.violations ?? []).filter((at) => now - at < LIMITS.withinMs);
    const violations = [...earlier, now];
    const isOver = violations.length >= LIMITS.violations;
    this.records.set(release, isOver ? { violations: [], until: now + LIMITS.restMs } : { violations, until: 0 });
    return isOver;
  }
}

/**
 * What a pool may do:
 * - `open`: it starts processes as pages need them;
 * - `recovering`: the last process did not start, so the next one waits until the machine has recovered;
 * - `closed`: it starts no process and takes no page.
 */
type PoolState = 'open' | 'recovering' | 'closed';

/** `ready`: a process works. `not started`: one ended before it was ready. `close`: the composer ends. */
export type PoolEvent = 'ready' | 'not started' | 'close';

const NEXT: Readonly<Record<PoolState, Readonly<Record<PoolEvent, PoolState>>>> = {
  open: { ready: 'open', 'not started': 'recovering', close: 'closed' },
  recovering: { ready: 'open', 'not started': 'recovering', close: 'closed' },
  closed: { ready: 'closed', 'not started': 'closed', close: 'closed' },
};

export const nextState = (state: PoolState, event: PoolEvent): PoolState => NEXT[state][event];

const QUEUE_LIMIT = 256;
const CLOSED = 'was no longer needed';
/** A second process is started only when the first is busy for longer than a page takes; again, when the machine may have recovered. */
const GROW_AFTER_MS = { open: 60, recovering: 1_000 } as const;
/** Pages that are in the cache need no process. */
const IDLE_MS = 60_000;

export class GuestPool {
  private readonly guests = new Set<PoolGuest>();
  private readonly queue: RenderTask[] = [];
  private growTimer: ReturnType<typeof setTimeout> | undefined;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private state: PoolState = 'open';
  /** Wait for the first process to be ready. */
  private readonly warming: { resolve(): void; reject(error: Error): void }[] = [];

  /** @param onRest called when nobody has visited it for so long that it has no process any more */
  constructor(
    private readonly release: LoadedRelease,
    private readonly options: GuestPoolsOptions,
    private readonly onRest: () => void,
  ) {}

  run(task: RenderTask): Promise<unknown> {
    if (this.state === 'closed') {
      task.reject(new GuestEndedError(CLOSED));
    } else if (this.queue.length >= QUEUE_LIMIT) {
      task.reject(new GuestBusyError('too many pages wait for it'));
    } else {
      this.queue.push(task);
      this.waits(task);
      this.dispatch();
    }
    return task.done;
  }

  /** Starts a process and reads the release's code. @throws RenderError when no process gets ready */
  async warm(): Promise<void> {
    if (this.state === 'closed') throw new GuestEndedError(CLOSED);
    if (this.hasReadyGuest) return;
    await new Promise<void>((resolve, reject) => {
      this.warming.push({ resolve, reject });
      if (this.guests.size === 0) this.grow();
    });
  }

  get pids(): number[] {
    return [...this.guests].flatMap(({ pid }) => pid ?? []);
  }

  async close(): Promise<void> {
    this.state = nextState(this.state, 'close');
    clearTimeout(this.growTimer);
    clearTimeout(this.idleTimer);
    const ended = [...this.guests].map((guest) => guest.ended);
    for (const guest of this.guests) guest.kill(CLOSED);
    await Promise.all(ended);
  }

  private get hasFreeGuest(): boolean {
    for (const guest of this.guests) if (guest.isFree) return true;
    return false;
  }

  private guestFor(task: RenderTask): PoolGuest | undefined {
    const able = [...this.guests].filter((guest) => guest.canTake(task));
    return able.find((guest) => !guest.isComputing) ?? able[0];
  }

  private get hasReadyGuest(): boolean {
    return [...this.guests].some((guest) => guest.isReady);
  }

  /** One that is given up while it waits leaves the queue. */
  private waits(task: RenderTask): void {
    task.onFinished = () => {
      const place = this.queue.indexOf(task);
      if (place >= 0) this.queue.splice(place, 1);
    };
  }

  private dispatch(): void {
    let at = 0;
    // One that must be alone may wait while those behind it go on.
    for (let task = this.queue[at]; task && this.hasFreeGuest; task = this.queue[at]) {
      const guest = this.guestFor(task);
      if (guest) {
        this.queue.splice(at, 1);
        guest.take(task);
      } else at += 1;
    }
    this.planGrowth();
    this.planRest();
  }

  private planGrowth(): void {
    clearTimeout(this.growTimer);
    const starting = [...this.guests].some((guest) => !guest.isReady);
    if (this.state === 'closed' || this.queue.length === 0 || starting || this.guests.size >= this.options.processes)
      return;
    if (this.guests.size === 0) return void this.grow();
    this.growTimer = setTimeout(() => this.grow(), GROW_AFTER_MS[this.state]);
  }

  private planRest(): void {
    clearTimeout(this.idleTimer);
    const isAtRest = this.guests.size === 0 || this.queue.length > 0;
    if (isAtRest || ![...this.guests].every((guest) => guest.isIdle)) return;
    this.idleTimer = setTimeout(() => this.rest(), IDLE_MS);
    this.idleTimer.unref();
  }

  private rest(): void {
    const guests = [...this.guests];
    this.guests.clear();
    for (const guest of guests) guest.kill('was not visited');
    this.onRest();
  }

  private grow(): void {
    const { manifest, code } = this.release;
    const guest = this.options.newGuest({
      onChange: () => this.onChange(guest),
      onTakenBack: (tasks) => this.onTakenBack(tasks),
      onWork: (ms) => this.options.onWork(manifest, ms),
    });
    this.guests.add(guest);
    void guest.ended.then((ended) => this.onEnded(guest, ended));
    code.read().then(
      (source) => guest.load(`${manifest.app}/${manifest.version}/server.mjs`, source),
      (error: Error) => guest.kill(`its code cannot be read: ${error.message}`, 'release'),
    );
  }

  private onChange(guest: PoolGuest): void {
    if (!this.guests.has(guest)) return;
    this.state = nextState(this.state, 'ready');
    for (const { resolve } of this.warming.splice(0)) resolve();
    this.dispatch();
  }

  private onTakenBack(tasks: readonly RenderTask[]): void {
    for (const task of tasks) {
      task.renew();
      this.waits(task);
    }
    this.queue.unshift(...tasks);
    this.dispatch();
  }

  private onEnded(guest: PoolGuest, { why, cause, wasReady, computing, waiting }: EndedGuest): void {
    const wasOurs = this.guests.delete(guest);
    if (wasOurs && this.state !== 'closed') this.options.onGuestEnded(this.release.manifest, { why, cause });
    const error = cause === 'machine' ? new GuestBusyError(why) : new GuestEndedError(why);
    if (!wasReady) this.state = nextState(this.state, 'not started');
    const isClosed = this.state === 'closed';
    // Whoever waits for a process that others have is served by those.
    if (isClosed || (!wasReady && this.guests.size === 0)) this.rejectAll(error);
    const tasks = [...(computing ? [computing] : []), ...waiting];
    for (const task of tasks) {
      if (isClosed || task.alone || tasks.length === 1) task.reject(error);
      else this.retry(task, task === computing);
    }
    if (wasOurs && !isClosed) this.dispatch();
  }

  private rejectAll(error: Error): void {
    for (const { reject } of this.warming.splice(0)) reject(error);
    for (const task of [...this.queue]) task.reject(error);
  }

  /** The one that computed is suspected: it goes on alone. The others only stood by, once. */
  private retry(task: RenderTask, suspected: boolean): void {
    task.alone = suspected || task.retries > 0;
    task.restart();
    this.waits(task);
    this.queue.unshift(task);
  }
}

/** So many at most wait in a guest's own process for their turn; it is sent more when few are left, several in one message. */
const LARGEST = 10;
const FEW = 2;
/** A guest whose turns are longer is sent one piece of work at a time: another process may have the next. */
const QUICK_MS = 20;

/**
 * Fragments that a guest was sent while it computes another. The guest begins each as soon as the one before it is done, without a
 * way to the composer and back between them. When a turn is not over quickly, the rest is taken back.
 */
export class Ahead {
  private tasks: RenderTask[] = [];
  private isQuick = false;
  private isFilling = true;
  private turnBegan: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onTakenBack called with what its guest will not begin now */
  constructor(private readonly onTakenBack: (tasks: readonly RenderTask[]) => void) {}

  get hasRoom(): boolean {
    if (this.tasks.length <= FEW) this.isFilling = true;
    if (this.tasks.length >= LARGEST) this.isFilling = false;
    return this.isQuick && this.isFilling;
  }

  add(task: RenderTask): void {
    this.tasks.push(task);
    if (this.tasks.length === 1) this.watch();
  }

  /** A turn is over. @returns the task whose turn it is now, if one was sent ahead */
  next(): RenderTask | undefined {
    if (this.turnBegan !== undefined) this.isQuick = performance.now() - this.turnBegan < QUICK_MS;
    return this.tasks.shift();
  }

  /** @param isTurn whether a task computes from now on */
  begin(isTurn: boolean): void {
    this.turnBegan = isTurn ? performance.now() : undefined;
    this.watch();
  }

  /** It is over before its turn came. */
  remove(task: RenderTask): void {
    this.tasks = this.tasks.filter((each) => each !== task);
  }

  close(): void {
    clearTimeout(this.timer);
    this.tasks = [];
  }

  private watch(): void {
    if (this.tasks.length === 0) return;
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => this.takeBack(), QUICK_MS);
  }

  /** The turns of others may have ended meanwhile: then nothing waits. */
  private takeBack(): void {
    this.timer = undefined;
    if (this.tasks.length === 0) return;
    this.isQuick = false;
    this.onTakenBack(this.tasks.splice(0));
  }
}

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 5_000;

type State =
  | { is: 'closed'; failures: number }
  /** Left alone until then. */
  | { is: 'open'; until: number }
  /** One is let through to see; the others wait for what becomes of it. */
  | { is: 'half-open' };

/** Spares the processes a release that fails again and again: it is left alone for a while, then tried once. */
export class Circuit {
  private readonly states = new Map<string, State>();

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly restMs = OPEN_MS,
  ) {}

  /** Whether to try. After the pause, one caller gets true, until it reports. */
  admits(key: string): boolean {
    const state = this.states.get(key);
    if (!state || state.is === 'closed') return true;
    if (state.is === 'half-open' || this.now() < state.until) return false;
    this.states.set(key, { is: 'half-open' });
    return true;
  }

  failed(key: string): void {
    const state = this.states.get(key) ?? { is: 'closed', failures: 0 };
    if (state.is === 'closed' && state.failures + 1 < FAILURES_TO_OPEN)
      this.states.set(key, { is: 'closed', failures: state.failures + 1 });
    else this.states.set(key, { is: 'open', until: this.now() + this.restMs });
  }

  succeeded(key: string): void {
    this.states.delete(key);
  }

  /** It came to nothing, for no fault of the release: who was let through to see has seen nothing. */
  undecided(key: string): void {
    if (this.states.get(key)?.is === 'half-open') this.states.set(key, { is: 'open', until: this.now() });
  }
}
