import { ProcessorClock, type ProcessorTime } from './processor-clock';
import { SessionNiceness } from './session-niceness';

/** Longer than a page takes: what still computes takes only what time is left, until it is done or ended. */
const SLOW_MS = 150;
const SLOW_NICENESS = 15;
/** The system counts by ticks of a few ms. */
const SHORTEST_LOOK_MS = 10;

/** Watches a busy process: lowers the priority of long work, and measures how long it waited for a processor. */
export class WorkWatch {
  private readonly clock: ProcessorClock;
  private readonly niceness: SessionNiceness;
  private since: ProcessorTime | undefined;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(pid: number | undefined) {
    this.clock = new ProcessorClock(pid);
    this.niceness = new SessionNiceness(pid);
  }

  /** @param busy whether a piece of work begins, or none is left */
  setBusy(busy: boolean): void {
    clearTimeout(this.slowTimer);
    void this.niceness.set(0);
    this.since = busy ? this.clock.read() : undefined;
    if (busy) this.slowTimer = setTimeout(() => this.onSlow(), SLOW_MS);
  }

  /** For how long the present piece of work wanted a processor and had none, since it began or since this was asked, in ms. */
  consumeWaitedTime(): number {
    const now = this.since && this.clock.read();
    if (!now || !this.since) return 0;
    const waited = now.waited - this.since.waited;
    this.since = { ...this.since, waited: now.waited };
    return waited;
  }

  /** The process is gone. */
  close(): void {
    clearTimeout(this.slowTimer);
    this.since = undefined;
    this.clock.close();
  }

  /** On a busy machine a page may be long on its way and have computed little. */
  private onSlow(): void {
    const now = this.since && this.clock.read();
    const leftMs = now && this.since ? SLOW_MS - (now.ran - this.since.ran) : 0;
    if (leftMs <= 0) void this.niceness.set(SLOW_NICENESS);
    else this.slowTimer = setTimeout(() => this.onSlow(), Math.max(leftMs, SHORTEST_LOOK_MS));
  }
}
