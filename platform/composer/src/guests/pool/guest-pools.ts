import type { ReleaseManifest } from '@wholepage/contracts/release';
import { GuestBusyError, GuestEndedError } from '../../errors';
import type { LoadedRelease } from '../../releases/release-set';
import type { RenderTask } from '../render-task';
import type { EndedGuest, Guest, GuestEnd, GuestWatcher, PoolGuest } from './guest';

interface GuestPoolsOptions {
  /** Most processes of one release. */
  processes: number;
  /** Starts a process without a release's code. */
  newGuest(watcher: GuestWatcher): PoolGuest;
  /** Called for every unexpected end of a process. */
  onGuestEnded(release: ReleaseManifest, end: GuestEnd): void;
  /** Called with how long the composer worked for a process of a release, in ms. */
  onWork(release: ReleaseManifest, ms: number): void;
}

export class GuestPools {
  private readonly pools = new Map<string, GuestPool>();

  constructor(private readonly options: GuestPoolsOptions) {}

  /** Returns a release's pool. Idle pools are dropped: a composer sees many releases. */
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
  /** The pool that took it, if any. */
  taker: GuestWatcher | undefined;
}

/** Pause after a process that could not be started. */
const FAILED_REST_MS = 1_000;

/** Keeps one process started ahead, so that a new guest only waits for its code. */
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
        // The next spare starts when this one's start no longer needs the processor.
        if (!this.spare && !this.isClosed && performance.now() > this.notBefore) this.prepare();
        spare.taker?.onChange(changed);
      },
      onTakenBack: (tasks) => spare.taker?.onTakenBack(tasks),
      onWork: (ms) => spare.taker?.onWork(ms),
    });
    return Object.assign(spare, { guest });
  }
}

/** Protocol violations within a time that quarantine a release, and the quarantine's duration. */
const LIMITS = { violations: 3, withinMs: 60_000, restMs: 30_000 };

/** Stops rendering pages of releases whose processes repeatedly violate the protocol, for a while. */
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
 * - `open`: starts processes as pages need them;
 * - `recovering`: the last process did not start, so that the next one waits for the machine to recover;
 * - `closed`: starts no process and takes no page.
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
/** Wait before another process starts: for longer than a page takes, or until the machine may have recovered. */
const GROW_AFTER_MS = { open: 60, recovering: 1_000 } as const;
/** Idle time after which a process ends: cached pages need none. */
const IDLE_MS = 60_000;

export class GuestPool {
  private readonly guests = new Set<PoolGuest>();
  private readonly queue: RenderTask[] = [];
  private growTimer: ReturnType<typeof setTimeout> | undefined;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private state: PoolState = 'open';
  /** Callers that wait for the first process. */
  private readonly warming: { resolve(): void; reject(error: Error): void }[] = [];

  /** @param onRest called when its last idle process has ended */
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

  /** Starts a process with the release's code. @throws RenderError when no process gets ready */
  async warm(): Promise<void> {
    if (this.state === 'closed') throw new GuestEndedError(CLOSED);
    if ([...this.guests].some((guest) => guest.isReady)) return;
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

  /** Queues a task; one that is given up leaves the queue. */
  private waits(task: RenderTask): void {
    task.onFinished = () => {
      const place = this.queue.indexOf(task);
      if (place >= 0) this.queue.splice(place, 1);
    };
  }

  private dispatch(): void {
    let at = 0;
    // Tasks behind one that must run alone may overtake it.
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
    const isFault = cause !== 'wanted';
    if (wasOurs && this.state !== 'closed' && isFault) this.options.onGuestEnded(this.release.manifest, { why, cause });
    const error = cause === 'machine' ? new GuestBusyError(why) : new GuestEndedError(why);
    if (!wasReady) this.state = nextState(this.state, 'not started');
    const isClosed = this.state === 'closed';
    // Other processes of the pool serve the waiting tasks.
    if (isClosed || (!wasReady && this.guests.size === 0)) this.rejectAll(error);
    const tasks = [...(computing ? [computing] : []), ...waiting];
    for (const task of tasks) {
      if (isClosed || task.alone || (tasks.length === 1 && isFault)) task.reject(error);
      else this.retry(task, task === computing && isFault);
    }
    if (wasOurs && !isClosed) this.dispatch();
  }

  private rejectAll(error: Error): void {
    for (const { reject } of this.warming.splice(0)) reject(error);
    for (const task of [...this.queue]) task.reject(error);
  }

  /** Restarts a task of an ended process. The one that computed is suspected and runs alone; the others do so the second time. */
  private retry(task: RenderTask, suspected: boolean): void {
    task.alone = suspected || task.retries > 0;
    task.restart();
    this.waits(task);
    this.queue.unshift(task);
  }
}

/** Most fragments waiting within a guest's process; more are sent, several a message, when few are left. */
const LARGEST = 10;
const FEW = 2;
/** A guest with longer turns gets one task at a time: another process may take the next. */
const QUICK_MS = 20;

/**
 * Fragments sent to a guest while it computes another. It begins each as soon as the one before is done, without a
 * round trip to the composer. When a turn takes long, the rest is taken back.
 */
export class Ahead {
  private tasks: RenderTask[] = [];
  private isQuick = false;
  private isFilling = true;
  private turnBegan: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onTakenBack called with the tasks taken back */
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

  /** Ends a turn. @returns the next task, if one was sent ahead */
  next(): RenderTask | undefined {
    if (this.turnBegan !== undefined) this.isQuick = performance.now() - this.turnBegan < QUICK_MS;
    return this.tasks.shift();
  }

  /** @param isTurn whether a task computes now */
  begin(isTurn: boolean): void {
    this.turnBegan = isTurn ? performance.now() : undefined;
    this.watch();
  }

  /** Removes a task that ended before its turn. */
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

  /** Takes back the tasks that still wait. */
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
  /** Not tried until this time, in ms. */
  | { is: 'open'; until: number }
  /** One trial is under way; others wait for its result. */
  | { is: 'half-open' };

/** Circuit breaker: a release that fails repeatedly is not rendered for a while, then tried once. */
export class Circuit {
  private readonly states = new Map<string, State>();

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly restMs = OPEN_MS,
  ) {}

  /** Whether to try. After the pause one caller gets true, until it reports. */
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

  /** Reports a trial that ended without a verdict on the release. */
  undecided(key: string): void {
    if (this.states.get(key)?.is === 'half-open') this.states.set(key, { is: 'open', until: this.now() });
  }
}
