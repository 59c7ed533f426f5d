import { Deadline } from './deadline';
import type { GuestTaskKind } from './protocol';

interface Limits {
  calls: number;
  waitMs: number;
}

/** A visitor waits for a page; a list of addresses nobody waits for, and it is long. */
const LIMITS: Record<GuestTaskKind, Limits> = {
  page: { calls: 16, waitMs: 4_000 },
  frame: { calls: 0, waitMs: 0 },
  sitemap: { calls: 64, waitMs: 20_000 },
};

/** How often one task may call the API, and how long it may wait for it in all. */
export class ApiAllowance {
  private readonly controller = new AbortController();
  private readonly limits: Limits;
  private readonly wait: Deadline;
  private calls = 0;
  private underWay = 0;

  constructor(kind: GuestTaskKind) {
    this.limits = LIMITS[kind];
    const { waitMs } = this.limits;
    this.wait = new Deadline(waitMs, () =>
      this.controller.abort(new Error(`the API was waited for longer than ${waitMs} ms`)),
    );
  }

  /** @throws Error when it called often enough, or waited long enough */
  async spend<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.calls += 1;
    if (this.calls > this.limits.calls) throw new Error(`more than ${this.limits.calls} calls of the API`);
    this.controller.signal.throwIfAborted();
    this.underWay += 1;
    this.wait.run();
    try {
      return await call(this.controller.signal);
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) this.wait.pause();
    }
  }

  /** Nobody waits for the answers any longer. */
  close(): void {
    this.wait.pause();
    this.controller.abort(new Error('the page is no longer waited for'));
  }
}
