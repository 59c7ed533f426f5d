import { closeSync, openSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What became of a process's main thread since it started, in ms. */
interface ProcessorTime {
  /** It had a processor. */
  ran: number;
  /** It could have gone on, and others had all processors. */
  waited: number;
}

const LONGEST_LINE = 128;
const NS_PER_MS = 1e6;

/** Tells of a process how long it computed, and how long it was kept from it. Only Linux says so: elsewhere it is never known. */
export class ProcessorClock {
  private file: number | undefined;
  private readonly line = Buffer.alloc(LONGEST_LINE);

  constructor(pid: number | undefined) {
    try {
      this.file = openSync(`/proc/${pid}/schedstat`, 'r');
    } catch {
      this.file = undefined;
    }
  }

  /** @returns undefined where the system does not say, or when the process has ended */
  read(): ProcessorTime | undefined {
    if (this.file === undefined) return undefined;
    try {
      const length = readSync(this.file, this.line, 0, LONGEST_LINE, 0);
      const [ran = 0, waited = 0] = this.line.toString('latin1', 0, length).split(' ').map(Number);
      return { ran: ran / NS_PER_MS, waited: waited / NS_PER_MS };
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}

/** Linux takes such a wish ten times a second at most from who is not root. */
const ATTEMPTS = 20;
const PAUSE_MS = 60;

const isRefusedForNow = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/**
 * How much a process that leads a session gives way to others. Linux may share the processor out among sessions first,
 * whatever the niceness of what runs in them (sched(7), autogroup). Where it does not, nothing is done here.
 */
export class SessionNiceness {
  private wanted = 0;
  private applied = 0;
  private writing: Promise<void> | undefined;

  constructor(private readonly pid: number | undefined) {}

  /**
   * Resolves when the system knows, or will not listen.
   * @param niceness 0 to 19, the most yielding
   */
  set(niceness: number): Promise<void> {
    this.wanted = niceness;
    if (this.applied === niceness && !this.writing) return Promise.resolve();
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async write(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && this.applied !== this.wanted; attempt += 1) {
      const { wanted } = this;
      try {
        await writeFile(`/proc/${this.pid}/autogroup`, String(wanted));
        this.applied = wanted;
      } catch (error) {
        // Anything else: there are no such groups here, or the process ended already.
        if (!isRefusedForNow(error)) return;
        await delay(PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}

/** Longer than a page takes: what still computes takes only what time is left, until it is done or ended. */
const SLOW_MS = 150;
const SLOW_NICENESS = 15;
/** The system counts by ticks of a few ms. */
const SHORTEST_LOOK_MS = 10;
/** To ask the system costs as much as a small fragment: one reading serves all the turns that begin within a tick. */
const READING_SERVES_MS = 5;

/** Watches a busy process: lowers the priority of long work, and measures how long it waited for a processor. */
export class WorkWatch {
  private readonly clock: ProcessorClock;
  private readonly niceness: SessionNiceness;
  private since: ProcessorTime | undefined;
  private busySince = 0;
  private lastReading: ProcessorTime | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(pid: number | undefined) {
    this.clock = new ProcessorClock(pid);
    this.niceness = new SessionNiceness(pid);
  }

  /** @param busy whether a piece of work begins, or none is left */
  setBusy(busy: boolean): void {
    void this.niceness.set(0);
    if (busy) {
      this.since = this.recentReading();
      this.busySince = performance.now();
      // Pieces of work follow each other: the timer looks at the one that is under way when it fires.
      this.slowTimer ??= setTimeout(() => this.onSlow(), SLOW_MS);
    } else {
      this.since = undefined;
      this.stopTimer();
    }
  }

  /** For how long the present piece of work wanted a processor and had none, since it began or since this was asked, in ms. */
  consumeWaitedTime(): number {
    const now = this.since && this.newReading();
    if (!now || !this.since) return 0;
    const waited = now.waited - this.since.waited;
    this.since = { ...this.since, waited: now.waited };
    return waited;
  }

  /** The process is gone. */
  close(): void {
    this.stopTimer();
    this.since = undefined;
    this.clock.close();
  }

  private newReading(): ProcessorTime | undefined {
    this.lastReading = this.clock.read();
    this.readAt = performance.now();
    return this.lastReading;
  }

  private recentReading(): ProcessorTime | undefined {
    return performance.now() - this.readAt < READING_SERVES_MS ? this.lastReading : this.newReading();
  }

  private stopTimer(): void {
    clearTimeout(this.slowTimer);
    this.slowTimer = undefined;
  }

  /** On a busy machine a page may be long on its way and have computed little. */
  private onSlow(): void {
    this.slowTimer = undefined;
    const now = this.since && this.newReading();
    const ranMs = now && this.since ? now.ran - this.since.ran : performance.now() - this.busySince;
    if (ranMs >= SLOW_MS) void this.niceness.set(SLOW_NICENESS);
    else this.slowTimer = setTimeout(() => this.onSlow(), Math.max(SLOW_MS - ranMs, SHORTEST_LOOK_MS));
  }
}
