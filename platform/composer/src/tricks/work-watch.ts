import { ProcessorClock, type ProcessorTime } from './processor-clock';
import { SessionNiceness } from './session-niceness';

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
