/** The event loop answered nobody for a while. */
export interface LoopHeld {
  heldMs: number;
  /** The release that most of that time was spent for; undefined when it was none that is known. */
  owner: string | undefined;
  ownerMs: number;
}

const LOOK_EVERY_MS = 100;
/** A visitor notices. */
const HELD_MS = 250;
/** An owner is named when it took at least this share. */
const NAMED_SHARE = 0.3;
/** A guest that holds it all the time is logged once a second. */
const TELL_EVERY_MS = 1_000;

/** Watches how late the event loop is, and for whom it worked meanwhile. */
export class LoopWatch {
  private readonly work = new Map<string, number>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private lookedAt = 0;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly onHeld: (held: LoopHeld) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  start(): void {
    this.lookedAt = this.now();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** @param owner for whom the composer worked */
  charge(owner: string, ms: number): void {
    this.work.set(owner, (this.work.get(owner) ?? 0) + ms);
  }

  private look(): void {
    const now = this.now();
    const heldMs = Math.round(now - this.lookedAt - LOOK_EVERY_MS);
    this.lookedAt = now;
    if (heldMs >= HELD_MS && now - this.reportedAt >= TELL_EVERY_MS) {
      this.reportedAt = now;
      const [owner, ownerMs] = [...this.work].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0]);
      const isNamed = ownerMs >= heldMs * NAMED_SHARE;
      this.onHeld({ heldMs, owner: isNamed ? owner : undefined, ownerMs: isNamed ? Math.round(ownerMs) : 0 });
    }
    this.work.clear();
  }
}
