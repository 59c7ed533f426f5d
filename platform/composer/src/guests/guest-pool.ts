import type { ReleaseManifest } from 'contracts/release';
import { GuestBusyError, GuestEndedError } from './errors';
import type { Guest } from './guest';
import type { RenderTask } from './render-task';

export interface GuestPoolOptions {
  manifest: Pick<ReleaseManifest, 'app' | 'version'>;
  /** Gives the release's server entry. @throws ReleaseError when it is not what was published */
  readCode(): Promise<string>;
  /** Processes at most. */
  processes: number;
  /** A started process without any release's code in it. */
  newGuest(onChange: (guest: Guest) => void): Guest;
  /** Told of every end of a process that was not wished for. */
  onGuestEnded(why: string): void;
  /** Told when nobody has visited it for so long that it has no process any more. */
  onRest(): void;
}

const QUEUE_LIMIT = 256;
/** A second process is started only when the first is busy for longer than a page takes. */
const GROW_AFTER_MS = 60;
/** Pages that are in the cache need no process. */
const IDLE_MS = 60_000;

/** The processes of one release, and what waits for one of them. */
export class GuestPool {
  private readonly guests = new Set<Guest>();
  private readonly queue: RenderTask[] = [];
  private growTimer: ReturnType<typeof setTimeout> | undefined;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** Wait for the first process to be ready. */
  private readonly waiting: { resolve(): void; reject(error: Error): void }[] = [];

  constructor(private readonly options: GuestPoolOptions) {}

  /** @returns what the guest answered @throws RenderError saying what went wrong */
  run(task: RenderTask): Promise<unknown> {
    if (this.queue.length >= QUEUE_LIMIT) task.reject(new GuestBusyError('too many pages wait for it'));
    else this.enqueue(task);
    return task.done;
  }

  /** Starts a process and reads the release's code. @throws GuestEndedError when the code cannot be read */
  async warm(): Promise<void> {
    if ([...this.guests].some((guest) => guest.isReady)) return;
    await new Promise<void>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      if (this.guests.size === 0) this.grow();
    });
  }

  get pids(): number[] {
    return [...this.guests].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends all of it, whatever it does. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.growTimer);
    clearTimeout(this.idleTimer);
    const ended = [...this.guests].map((guest) => guest.ended);
    for (const guest of this.guests) guest.kill('was no longer needed');
    await Promise.all(ended);
  }

  private enqueue(task: RenderTask): void {
    this.queue.push(task);
    this.dispatch();
  }

  private dispatch(): void {
    for (const task of [...this.queue]) {
      const guest = [...this.guests].find((candidate) => candidate.canTake(task));
      if (!guest) continue;
      this.queue.splice(this.queue.indexOf(task), 1);
      guest.take(task);
    }
    this.planGrowth();
    this.planRest();
  }

  private planGrowth(): void {
    clearTimeout(this.growTimer);
    const starting = [...this.guests].some((guest) => !guest.isReady);
    if (this.queue.length === 0 || starting || this.guests.size >= this.options.processes) return;
    if (this.guests.size === 0) return void this.grow();
    this.growTimer = setTimeout(() => this.grow(), GROW_AFTER_MS);
  }

  private planRest(): void {
    clearTimeout(this.idleTimer);
    if (this.queue.length > 0 || ![...this.guests].every((guest) => guest.isIdle)) return;
    this.idleTimer = setTimeout(() => {
      for (const guest of this.guests) this.dismiss(guest);
      this.options.onRest();
    }, IDLE_MS);
    this.idleTimer.unref();
  }

  private dismiss(guest: Guest): void {
    this.guests.delete(guest);
    guest.kill('was not visited');
  }

  private grow(): void {
    const { manifest, readCode, newGuest } = this.options;
    const guest = newGuest(() => this.onReady());
    this.guests.add(guest);
    void guest.ended.then(({ why, tasks }) => this.onEnded(guest, why, tasks));
    readCode().then(
      (source) => guest.load(`${manifest.app}/${manifest.version}/server.mjs`, source),
      (error: Error) => guest.kill(`its code cannot be read: ${error.message}`),
    );
  }

  private onReady(): void {
    for (const { resolve } of this.waiting.splice(0)) resolve();
    this.dispatch();
  }

  private onEnded(guest: Guest, why: string, tasks: RenderTask[]): void {
    const unwished = this.guests.delete(guest) && !this.closed;
    if (unwished) this.options.onGuestEnded(why);
    const error = new GuestEndedError(why);
    for (const { reject } of this.waiting.splice(0)) reject(error);
    const neverReady = !guest.isReady;
    const lost = neverReady || this.closed ? this.queue.splice(0) : [];
    for (const task of lost) task.reject(error);
    for (const [index, task] of tasks.entries()) {
      if (this.closed || task.alone || tasks.length === 1) task.reject(error);
      else this.retry(task, index === 0);
    }
    if (!this.closed) this.dispatch();
  }

  /** The one that computed is suspected: it goes on alone. The others only stood by, once. */
  private retry(task: RenderTask, suspected: boolean): void {
    task.alone = suspected || task.retries > 0;
    task.restart();
    this.queue.unshift(task);
  }
}
