import type { ApiBridge } from '../bridge/api-bridge';
import type { RenderTask } from '../render-task';
import { GuestLink } from '../wire/guest-link';
import type { BridgeCall, ToGuest } from '../wire/protocol';
import { Ahead } from './guest-pool';
import { type GuestEnd, GuestProcess, type GuestProcessOptions } from './process/guest-process';

/** Pages that one process has under way at most; all but one of them wait for the API. */
const TASKS_AT_ONCE = 16;
/** To start, and to read the code from a cold disk, on a busy machine. */
const START_LIMIT_MS = 10_000;
/** A process that computes nothing answers at once; one that loops never does. */
const PONG_LIMIT_MS = 300;
/** Work that was given up may still hold memory: after so much of it the process is replaced. */
const ABANDONED_LIMIT = 8;

/** How a guest ended, and what it had under way. */
export interface EndedGuest extends GuestEnd {
  wasReady: boolean;
  /** The one that computed; undefined when none did. */
  computing: RenderTask | undefined;
  /** Those that waited for the API. */
  waiting: RenderTask[];
}

/** What a pool does with a guest. */
export type PoolGuest = Pick<
  Guest,
  'pid' | 'ended' | 'isReady' | 'isIdle' | 'isFree' | 'isComputing' | 'canTake' | 'take' | 'load' | 'refuse' | 'kill'
>;

export interface GuestWatcher {
  /** It is ready, or could take more. */
  onChange(guest: PoolGuest): void;
  /** The composer worked for it for so long. */
  onWork(ms: number): void;
  /** These were sent to it, and it does not begin them: another may have them. */
  onTakenBack(tasks: readonly RenderTask[]): void;
}

interface RunningTask {
  task: RenderTask;
  /** Its calls of the API that have no answer yet. */
  calls: number;
}

/**
 * A guest's process and the tasks that it has under way. Only one of them computes at a time, the others wait for the
 * API. What a process does wrong is the doing of that one, and nobody's time runs while another computes.
 */
export class Guest {
  readonly ended: Promise<EndedGuest>;
  private readonly process: GuestProcess;
  private readonly link: GuestLink | undefined;
  private readonly tasks = new Map<number, RunningTask>();
  private computing: RenderTask | undefined;
  private readonly ahead = new Ahead((tasks) => this.takeBack(tasks));
  /** Answers of the API for tasks that wait for their turn to compute. */
  private readonly answers: { running: RunningTask; deliver(): void }[] = [];
  private startTimer: ReturnType<typeof setTimeout> | undefined;
  private code: ToGuest['load'] | undefined;
  /** A task went over its time: nothing is given to it until it says that it does not loop. */
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
    return this.link?.isReady ?? false;
  }

  get isIdle(): boolean {
    return this.tasks.size === 0;
  }

  /** Takes the code of a release in; a guest does so once. */
  load(name: string, source: string): void {
    this.code = { name, source };
    this.startTimer = setTimeout(
      () => this.process.kill(`was not ready within ${START_LIMIT_MS} ms`, 'release'),
      START_LIMIT_MS,
    );
    if (this.link?.isStarted) this.startLoading();
  }

  get isComputing(): boolean {
    return this.computing !== undefined;
  }

  /** Whether it computes nothing and could, or may be sent a fragment ahead. */
  get isFree(): boolean {
    if (!this.isReady || this.isSuspected || this.isWornOut || this.answers.length > 0) return false;
    return !this.computing || (this.computing.kind === 'fragment' && this.ahead.hasRoom);
  }

  /** Whether a task could begin right now, or as soon as the fragments before it are done. */
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

  kill(why: string): void {
    this.process.kill(why, 'wanted');
  }

  /** Its code is not available. */
  refuse(why: string): void {
    this.process.kill(why, 'release');
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
    computing?.suspend();
    const waiting = [...this.tasks.values()].map(({ task }) => task).filter((task) => task !== computing);
    this.tasks.clear();
    return { ...end, wasReady, computing, waiting };
  }

  private compute(task: RenderTask | undefined): void {
    this.computing?.suspend();
    // To ask the system costs as much as a small fragment: what is over needs no time.
    if (this.computing?.isOver === false) this.computing.giveBack(this.process.clock.consume());
    this.computing = task;
    this.ahead.begin(task !== undefined);
    this.process.clock.setBusy(task !== undefined);
    task?.resume();
  }

  /** It begins by itself what it was sent ahead. */
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
    // A megabyte or two of text for each guest, which nobody here reads again.
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
      (response) => answered(() => this.link?.fetched(id, { call, response })),
      (error: Error) => {
        running.task.apiFailure ??= error.message || error.name;
        answered(() => this.link?.fetchFailed(id, { call, message: error.message }));
      },
    );
    if (this.computing === running.task) this.endTurn();
    this.next();
  }

  /** Whose turn it is: first those whose answers came, then new ones. A task that waits for more answers waits on. */
  private next(): void {
    if (this.isSuspected) return;
    while (this.answers.length > 0 && (!this.computing || this.computing === this.answers[0]?.running.task)) {
      const answer = this.answers.shift();
      if (answer?.running.calls === 0) this.compute(answer.running.task);
      answer?.deliver();
    }
    if (!this.computing || this.isFree) this.watcher.onChange(this);
  }

  /**
   * What others kept from computing goes on. Else its time is over, whatever the guest says; a process that does not
   * answer now computes without end.
   */
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
