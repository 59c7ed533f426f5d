import type { ApiBridge } from './api-bridge';
import { GuestProcess, type GuestProcessOptions } from './guest-process';
import type { FromGuest } from './protocol';
import type { RenderTask } from './render-task';

/** Pages that one process has under way at most; all but one of them wait for the API. */
const TASKS_AT_ONCE = 16;
/** To start, and to read the code from a cold disk, on a busy machine. */
const START_LIMIT_MS = 10_000;
/** A process that computes nothing answers at once; one that loops never does. */
const PONG_LIMIT_MS = 300;
/** Work that was given up may still hold memory: after so much of it the process is replaced. */
const ABANDONED_LIMIT = 8;

interface RunningTask {
  task: RenderTask;
  /** Its calls of the API that have no answer yet. */
  calls: number;
}

/**
 * A guest's process and the tasks that it has under way. Only one of them computes at a time, the others wait for the
 * API: what a process does wrong is the doing of that one, and nobody's time runs while another computes.
 */
export class Guest {
  /** Resolves when it is gone, with the reason and the tasks that went with it, the one that computed first. */
  readonly ended: Promise<{ why: string; tasks: RenderTask[] }>;
  private readonly process: GuestProcess;
  private readonly tasks = new Map<number, RunningTask>();
  private computing: RenderTask | undefined;
  /** Answers of the API for tasks that wait for their turn to compute. */
  private readonly answers: { running: RunningTask; deliver(): void }[] = [];
  private state: 'starting' | 'started' | 'loading' | 'ready' = 'starting';
  private startTimer: ReturnType<typeof setTimeout> | undefined;
  private wanted: { name: string; source: string } | undefined;
  private abandoned = 0;

  constructor(
    options: GuestProcessOptions,
    private readonly bridge: ApiBridge,
    private readonly onChange: (guest: Guest) => void,
  ) {
    this.process = new GuestProcess(options, (message) => this.receive(message));
    this.ended = this.process.ended.then((why) => {
      clearTimeout(this.startTimer);
      const { computing } = this;
      const tasks = [...this.tasks.values()].map(({ task }) => task).filter((task) => task !== computing);
      computing?.suspend();
      this.tasks.clear();
      return { why, tasks: computing ? [computing, ...tasks] : tasks };
    });
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get isReady(): boolean {
    return this.state === 'ready';
  }

  get isIdle(): boolean {
    return this.tasks.size === 0;
  }

  /** Takes the code of a release in; a guest does so once. */
  load(name: string, source: string): void {
    this.wanted = { name, source };
    this.startTimer = setTimeout(() => this.process.kill(`was not ready within ${START_LIMIT_MS} ms`), START_LIMIT_MS);
    if (this.state === 'started') this.startLoading();
  }

  /** Whether a task could begin right now. */
  canTake(task: RenderTask): boolean {
    if (!this.isReady || this.computing || this.answers.length > 0 || this.isWornOut) return false;
    if (task.alone) return this.isIdle;
    return this.tasks.size < TASKS_AT_ONCE && ![...this.tasks.values()].some((other) => other.task.alone);
  }

  take(task: RenderTask): void {
    this.process.watchMemory(true);
    this.tasks.set(task.id, { task, calls: 0 });
    task.onTimeUp = () => void this.onTimeUp(task);
    task.onFinished = () => this.finish(task);
    this.compute(task);
    this.process.send({ type: 'task', id: task.id, kind: task.kind, request: task.request });
  }

  kill(why: string): void {
    this.process.kill(why);
  }

  private get isWornOut(): boolean {
    return this.abandoned >= ABANDONED_LIMIT;
  }

  private compute(task: RenderTask | undefined): void {
    this.computing?.suspend();
    this.computing?.giveBack(this.process.takeWaited());
    this.computing = task;
    this.process.works(task !== undefined);
    task?.resume();
  }

  private receive(message: Exclude<FromGuest, { type: 'pong' }>): void {
    if (message.type === 'started') {
      this.state = 'started';
      if (this.wanted) this.startLoading();
      return;
    }
    if (message.type === 'loaded') return void this.onLoaded();
    if (message.type === 'load-failed') return void this.process.kill(`its code cannot be read: ${message.message}`);
    const running = this.tasks.get(message.id);
    if (!running) return;
    if (message.type === 'result') return void running.task.resolve(message.result);
    if (message.type === 'failed') return void running.task.fail(message.message);
    this.fetch(running, message);
  }

  private startLoading(): void {
    const { wanted } = this;
    if (!wanted) return;
    this.state = 'loading';
    this.process.watchMemory(true);
    this.process.send({ type: 'load', ...wanted });
    // A megabyte or two of text for each guest, which nobody here reads again.
    this.wanted = undefined;
  }

  private onLoaded(): void {
    clearTimeout(this.startTimer);
    this.state = 'ready';
    this.process.watchMemory(false);
    this.onChange(this);
  }

  private fetch(running: RunningTask, { id, call, request }: Extract<FromGuest, { type: 'fetch' }>): void {
    const answered = (deliver: () => void) => {
      running.calls -= 1;
      if (this.tasks.get(id) !== running) return;
      this.answers.push({ running, deliver });
      this.next();
    };
    running.calls += 1;
    this.bridge.call(running.task, request).then(
      (response) => answered(() => this.process.send({ type: 'fetched', id, call, response })),
      (error: Error) => {
        running.task.apiFailure ??= error.message || error.name;
        answered(() => this.process.send({ type: 'fetch-failed', id, call, message: error.message }));
      },
    );
    if (this.computing === running.task) this.compute(undefined);
    this.next();
  }

  /** Whose turn it is: first those whose answers came, then new ones. A task that waits for more answers waits on. */
  private next(): void {
    while (this.answers.length > 0 && (!this.computing || this.computing === this.answers[0]?.running.task)) {
      const answer = this.answers.shift();
      if (answer?.running.calls === 0) this.compute(answer.running.task);
      answer?.deliver();
    }
    if (!this.computing) this.onChange(this);
  }

  /** What others kept from computing goes on; what only waits is given up alone; what computes without end takes the process with it. */
  private async onTimeUp(task: RenderTask): Promise<void> {
    if (task.giveBack(this.process.takeWaited())) return;
    if (!(await this.process.responds(PONG_LIMIT_MS))) return this.process.kill('computes without end');
    if (this.tasks.has(task.id)) task.expire();
  }

  private finish(task: RenderTask): void {
    this.tasks.delete(task.id);
    for (const [index, answer] of [...this.answers.entries()].reverse())
      if (answer.running.task === task) this.answers.splice(index, 1);
    if (task.wasGivenUp) {
      this.abandoned += 1;
      this.process.send({ type: 'abort', id: task.id });
    }
    if (this.isIdle) {
      this.process.watchMemory(false);
      if (this.isWornOut) this.process.kill('had too much work that was given up');
    }
    if (this.computing === task) this.compute(undefined);
    this.next();
  }
}
