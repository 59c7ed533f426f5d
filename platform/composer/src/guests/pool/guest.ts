import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { ApiBridge, RenderTask } from '../render-task';
import { type BridgeCall, GuestLink } from '../wire/guest-link';
import type { ToGuest } from '../wire/protocol';
import { Ahead } from './guest-pools';

/** Most tasks in one process; all but one wait for the API. */
const TASKS_AT_ONCE = 16;
/** Limit for starting and reading the code from a cold disk, on a busy machine. */
const START_LIMIT_MS = 10_000;
/** Limit for a pong: an idle process answers at once, a looping one never. */
const PONG_LIMIT_MS = 300;
/** Abandoned tasks after which a process is replaced: they may still hold memory. */
const ABANDONED_LIMIT = 8;

export interface EndedGuest extends GuestEnd {
  wasReady: boolean;
  computing: RenderTask | undefined;
  waiting: RenderTask[];
}

export type PoolGuest = Pick<
  Guest,
  'pid' | 'ended' | 'isReady' | 'isIdle' | 'isFree' | 'isComputing' | 'canTake' | 'take' | 'load' | 'kill'
>;

export interface GuestWatcher {
  /** Called when it is ready, or can take more tasks. */
  onChange(guest: PoolGuest): void;
  /** Called with the milliseconds that the composer worked for it. */
  onWork(ms: number): void;
  /** Called with tasks taken back from it, for another process. */
  onTakenBack(tasks: readonly RenderTask[]): void;
}

interface RunningTask {
  task: RenderTask;
  /** Number of API calls without an answer yet. */
  calls: number;
}

/**
 * A guest's process and its tasks. One task computes at a time, the others wait for the API. A fault of the process is
 * attributed to the computing task, and only that task's time runs.
 */
export class Guest {
  readonly ended: Promise<EndedGuest>;
  private readonly process: GuestProcess;
  private readonly link: GuestLink | undefined;
  private readonly tasks = new Map<number, RunningTask>();
  private computing: RenderTask | undefined;
  private readonly ahead = new Ahead((tasks) => this.takeBack(tasks));
  /** API answers for tasks that wait for their turn. */
  private readonly answers: { running: RunningTask; deliver(): void }[] = [];
  private startTimer: ReturnType<typeof setTimeout> | undefined;
  private code: ToGuest['load'] | undefined;
  /** A task used up its time: the process gets no work until its pong shows that it does not loop. */
  private isSuspected = false;
  private abandoned = 0;

  constructor(
    options: GuestProcessOptions,
    private readonly bridge: ApiBridge,
    private readonly watcher: GuestWatcher,
  ) {
    this.process = new GuestProcess(options);
    const { pipe } = this.process;
    this.link =
      pipe &&
      new GuestLink(pipe, {
        onStarted: () => this.startLoading(),
        onLoaded: () => this.onLoaded(),
        onLoadFailed: (reason) => this.process.kill(`its code cannot be read: ${reason}`, 'release'),
        onResult: (id, result) => this.tasks.get(id)?.task.resolve(result),
        onFailed: (id, failure) => this.tasks.get(id)?.task.fail(failure),
        onCall: (id, call) => this.call(id, call),
        onBroken: (reason) => this.process.kill(reason, 'protocolViolation'),
        onWork: (ms) => this.watcher.onWork(ms),
      });
    this.ended = this.process.ended.then((end) => this.onEnded(end));
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get isReady(): boolean {
    return this.link?.conversation.isReady ?? false;
  }

  get isIdle(): boolean {
    return this.tasks.size === 0;
  }

  /** Loads the code of a release, once. */
  load(name: string, source: string): void {
    this.code = { name, source };
    this.startTimer = setTimeout(
      () => this.process.kill(`was not ready within ${START_LIMIT_MS} ms`, 'release'),
      START_LIMIT_MS,
    );
    if (this.link?.conversation.isStarted) this.startLoading();
  }

  get isComputing(): boolean {
    return this.computing !== undefined;
  }

  /** Whether it can begin a task, or be sent a fragment ahead. */
  get isFree(): boolean {
    if (!this.isReady || this.isSuspected || this.isWornOut || this.answers.length > 0) return false;
    return !this.computing || (this.computing.kind === 'fragment' && this.ahead.hasRoom);
  }

  /** Whether a task could begin now, or after the fragments ahead of it. */
  canTake(task: RenderTask): boolean {
    if (!this.isFree) return false;
    if (task.alone) return this.isIdle;
    if (this.computing && task.kind !== 'fragment') return false;
    return this.tasks.size < TASKS_AT_ONCE && ![...this.tasks.values()].some((other) => other.task.alone);
  }

  take(task: RenderTask): void {
    this.process.watchMemory('busy');
    this.tasks.set(task.id, { task, calls: 0 });
    task.onTimeUp = () => void this.onTimeUp(task);
    task.onFinished = () => this.finish(task);
    if (this.computing) this.ahead.add(task);
    else this.compute(task);
    this.link?.task(task.id, task.kind, task.request);
  }

  kill(why: string, cause: EndCause = 'wanted'): void {
    this.process.kill(why, cause);
  }

  private get isWornOut(): boolean {
    return this.abandoned >= ABANDONED_LIMIT;
  }

  private onEnded(end: GuestEnd): EndedGuest {
    clearTimeout(this.startTimer);
    const wasReady = this.isReady;
    this.link?.close();
    this.ahead.close();
    const { computing } = this;
    computing?.time.pause();
    const waiting = [...this.tasks.values()].map(({ task }) => task).filter((task) => task !== computing);
    this.tasks.clear();
    return { ...end, wasReady, computing, waiting };
  }

  private compute(task: RenderTask | undefined): void {
    this.computing?.time.pause();
    // Reading the clock costs as much as a small fragment: skip it for a finished task.
    if (this.computing?.isOver === false) this.computing.giveBack(this.process.clock.consume());
    this.computing = task;
    this.ahead.begin(task !== undefined);
    this.process.clock.setBusy(task !== undefined);
    task?.time.run();
  }

  /** Follows the process, which begins tasks sent ahead by itself. */
  private endTurn(): void {
    this.compute(this.ahead.next());
  }

  private takeBack(tasks: readonly RenderTask[]): void {
    for (const task of tasks) {
      this.tasks.delete(task.id);
      this.link?.abort(task.id);
    }
    this.watcher.onTakenBack(tasks);
  }

  private startLoading(): void {
    if (!this.code) return;
    this.process.watchMemory('busy');
    this.link?.load(this.code);
    // Frees a megabyte or two a guest.
    this.code = undefined;
  }

  private onLoaded(): void {
    clearTimeout(this.startTimer);
    this.process.watchMemory('idle');
    this.watcher.onChange(this);
  }

  private call(id: number, { call, request }: BridgeCall): void {
    const running = this.tasks.get(id);
    if (!running) return;
    const answered = (deliver: () => void) => {
      running.calls -= 1;
      if (this.tasks.get(id) !== running) return;
      this.answers.push({ running, deliver });
      this.next();
    };
    running.calls += 1;
    this.bridge.call(running.task, request).then(
      (response) => answered(() => this.link?.say('fetched', id, { call, response })),
      (error: Error) => {
        running.task.apiFailure ??= error.message || error.name;
        answered(() => this.link?.say('fetchFailed', id, { call, message: error.message }));
      },
    );
    if (this.computing === running.task) this.endTurn();
    this.next();
  }

  /** Begins the next turn: tasks with an answer first, then new ones. */
  private next(): void {
    if (this.isSuspected) return;
    while (this.answers.length > 0 && (!this.computing || this.computing === this.answers[0]?.running.task)) {
      const answer = this.answers.shift();
      if (answer?.running.calls === 0) this.compute(answer.running.task);
      answer?.deliver();
    }
    if (!this.computing || this.isFree) this.watcher.onChange(this);
  }

  /** Extends a task's time that others took. Otherwise gives it up, and ends a process that does not answer. */
  private async onTimeUp(task: RenderTask): Promise<void> {
    if (task.giveBack(this.process.clock.consume())) return;
    this.isSuspected = true;
    task.expire();
    const responds = await this.link?.responds(PONG_LIMIT_MS);
    if (!responds) return this.process.kill('computes without end', 'release');
    this.isSuspected = false;
    if (this.isIdle) this.process.watchMemory('idle');
    this.next();
  }

  private finish(task: RenderTask): void {
    this.tasks.delete(task.id);
    for (const [index, answer] of [...this.answers.entries()].reverse())
      if (answer.running.task === task) this.answers.splice(index, 1);
    if (task.wasGivenUp) {
      this.abandoned += 1;
      this.link?.abort(task.id);
    }
    if (this.isIdle) {
      if (!this.isSuspected) this.process.watchMemory('idle');
      if (this.isWornOut) this.process.kill('had too much work that was given up', 'release');
    }
    if (this.computing === task) this.endTurn();
    else this.ahead.remove(task);
    this.next();
  }
}

/** Cause of a guest's end: requested, the machine, the release, or its violation of the protocol. */
type EndCause = 'wanted' | 'machine' | 'release' | 'protocolViolation';

export interface GuestEnd {
  why: string;
  cause: EndCause;
}

/** Intervals for reading a guest's memory: an idle one may allocate, too. */
const MEMORY_LOOK_MS = { busy: 50, idle: 1_000 } as const;
const LAST_WORDS_CHARS = 2_000;
/** Pause between reads of standard error: a guest that writes continuously costs ten reads a second. */
const STDERR_REST_MS = 100;

const whyEnded = (code: number | null, signal: string | null, lastWords: string): string => {
  if (/heap out of memory|bad_alloc|Failed to allocate|allocation failed/i.test(lastWords)) return 'ran out of memory';
  const thrown = /^\w*Error: .*$/m.exec(lastWords)?.[0];
  return `its process ended with ${signal ?? `code ${code}`}${thrown ? ` (${thrown})` : ''}`;
};

/** Keeps the end of a guest's standard error. @returns function that reads it */
function keepLastWords(stderr: Readable | null): () => string {
  let words = '';
  stderr?.on('error', () => {});
  stderr?.on('data', (part: Buffer) => {
    words = (words + part.subarray(-LAST_WORDS_CHARS).toString()).slice(-LAST_WORDS_CHARS);
    stderr.pause();
    setTimeout(() => stderr.resume(), STDERR_REST_MS);
  });
  return () => words;
}

/**
 * A process for untrusted code: no environment, files, sockets or child processes, and a memory limit. It never throws:
 * a process that cannot be started counts as ended.
 */
export class GuestProcess {
  readonly ended: Promise<GuestEnd>;
  readonly clock: WaitingClock;
  private readonly child: ChildProcess | undefined;
  private killed: GuestEnd | undefined;
  private watched: keyof typeof MEMORY_LOOK_MS | undefined;
  private isOver = false;
  private memoryTimer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: GuestProcessOptions) {
    try {
      const [file, args] = command(options);
      // A process group of its own, so that no signal of its reaches ours.
      const process = { env: {}, cwd: '/', detached: true } as const;
      this.child = spawn(file, args, { ...process, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
      this.ended = this.watchEnd(this.child);
      if (this.pid !== undefined) setPriority(this.pid, PRIORITY);
    } catch (error) {
      this.ended ??= Promise.resolve({ why: `could not be started: ${error}`, cause: 'machine' });
    }
    this.clock = new WaitingClock(this.pid);
    void this.ended.then(() => {
      this.isOver = true;
      clearInterval(this.memoryTimer);
      this.clock.close();
    });
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** The pipe between composer and guest, in both directions; undefined when the system has no descriptors left. */
  get pipe(): Socket | undefined {
    return this.child?.stdio?.[3] as Socket | undefined;
  }

  /** The first reason given counts. */
  kill(why: string, cause: EndCause): void {
    this.killed ??= { why, cause };
    this.child?.kill('SIGKILL');
  }

  /** Ends it when it exceeds its memory limit. */
  watchMemory(activity: keyof typeof MEMORY_LOOK_MS): void {
    if (this.isOver || this.watched === activity) return;
    this.watched = activity;
    clearInterval(this.memoryTimer);
    this.memoryTimer = setInterval(() => this.lookAtMemory(), MEMORY_LOOK_MS[activity]);
    this.memoryTimer.unref();
  }

  private lookAtMemory(): void {
    const used = residentMb(this.pid);
    const { memoryMb } = this.options;
    if (used > memoryMb) this.kill(`took ${Math.round(used)} MB of memory, of ${memoryMb} that it may have`, 'release');
  }

  private watchEnd(child: ChildProcess): Promise<GuestEnd> {
    const lastWords = keepLastWords(child.stderr);
    return new Promise((resolve) => {
      child.on('error', (error) => {
        if (child.pid === undefined) resolve({ why: `could not be started: ${error.message}`, cause: 'machine' });
      });
      child.once('close', (code, signal) => {
        const cause = signal === 'SIGXCPU' ? 'wanted' : 'release';
        resolve(this.killed ?? { why: whyEnded(code, signal, lastWords()), cause });
      });
    });
  }
}

/** Returns a process's resident memory in MB; 0 where the system does not say, or after its end. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export interface GuestProcessOptions {
  guestFile: string;
  /** Memory limit of a guest in MB, memory outside the heap included. */
  memoryMb: number;
}

const SHELL = '/bin/sh';
/** Address space that Node reserves at its start, which counts as data, too. */
const RESERVED_MB = 768;
/** Ends a looping guest whose composer was killed. Any other guest is replaced then, unnoticed: its task is tried again. */
const CPU_LIMIT_SECONDS = 600;
const OPEN_FILES = 64;
/** Share of the memory for the heap; the rest is for Node itself and for buffers. */
const HEAP_SHARE = 0.5;

/** Users that own nothing, one a guest, from systemd's range for dynamic users. */
const UIDS = { first: 61_184, count: 4_000 };
let started = 0;

const nextUid = (): string => {
  if (process.getuid?.() !== 0) return '';
  started += 1;
  return String(UIDS.first + (started % UIDS.count));
};

/**
 * V8 optimises code after 20,000 calls, some forty pages, instead of 400. A process with few visitors stays 4 MB
 * smaller, and its first 300 pages take a tenth less time in all.
 */
const COMPILED_LATE = [
  '--invocation-count-for-maglev=20000',
  '--invocation-count-for-maglev-osr=20000',
  '--invocation-count-for-early-optimization=20000',
  '--invocation-count-for-turbofan=60000',
  '--invocation-count-for-osr=60000',
];

/**
 * Pages render one after the other. Helper threads for garbage collection and compilation would cost memory and speed
 * up no page. Without them a guest has 10 MB less after 300 pages, at the same rate.
 */
const nodeArguments = ({ guestFile, memoryMb }: GuestProcessOptions): string[] => [
  '--permission',
  `--allow-fs-read=${guestFile}`,
  '--no-experimental-sqlite',
  '--no-warnings',
  `--max-old-space-size=${Math.round(memoryMb * HEAP_SHARE)}`,
  '--max-semi-space-size=1',
  '--single-threaded',
  ...COMPILED_LATE,
  guestFile,
  nextUid(),
];

/** Returns the command with the kernel's limits, which hold whatever the code does: no file is written, no core is dumped. */
const command = (options: GuestProcessOptions): [string, string[]] => {
  const args = nodeArguments(options);
  if (!existsSync(SHELL)) return [process.execPath, args];
  const dataKb = (options.memoryMb + RESERVED_MB) * 1024;
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -n ${OPEN_FILES}; ulimit -t ${CPU_LIMIT_SECONDS + 10}; ulimit -S -t ${CPU_LIMIT_SECONDS}; ulimit -d ${dataKb}`;
  return [SHELL, ['-c', `${limits}; exec "$0" "$@"`, process.execPath, ...args]];
};

/** Niceness of guests: the composer, which sends ready pages, goes first. */
const PRIORITY = 10;

const LONGEST_LINE = 128;
const NS_PER_MS = 1e6;
/** A reading costs as much as a small fragment: one serves all turns that begin within this time. */
const READING_SERVES_MS = 5;

/** Measures how long a process was runnable while others had all processors. Only Linux says so. */
class WaitingClock {
  private readonly line = Buffer.alloc(LONGEST_LINE);
  private file: number | undefined;
  private since: number | undefined;
  private lastReading: number | undefined;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(pid: number | undefined) {
    try {
      this.file = openSync(`/proc/${pid}/schedstat`, 'r');
    } catch {
      this.file = undefined;
    }
  }

  /** @param busy true when a turn begins, false when none is left */
  setBusy(busy: boolean): void {
    const isRecent = performance.now() - this.readAt < READING_SERVES_MS;
    this.since = busy ? (isRecent ? this.lastReading : this.read()) : undefined;
  }

  /** Returns how long the present turn waited since it began, or since the last call, in ms. */
  consume(): number {
    const { since } = this;
    const now = since === undefined ? undefined : this.read();
    if (since === undefined || now === undefined) return 0;
    this.since = now;
    return now - since;
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = this.since = undefined;
  }

  /** @returns undefined where the system does not say, or after the process's end */
  private read(): number | undefined {
    this.readAt = performance.now();
    this.lastReading = undefined;
    if (this.file === undefined) return undefined;
    try {
      const length = readSync(this.file, this.line, 0, LONGEST_LINE, 0);
      this.lastReading = Number(this.line.toString('latin1', 0, length).split(' ')[1]) / NS_PER_MS;
    } catch {
      // The process has ended.
    }
    return this.lastReading;
  }
}
