import type { GuestTaskKind } from '../wire/protocol';
import { Deadline } from './deadline';

/** A visitor waits for a page; a list of addresses nobody waits for, and it is long. */
const LONGEST_WAIT_MS: Record<GuestTaskKind, number> = {
  page: 4_000,
  fragment: 4_000,
  frame: 0,
  file: 4_000,
  sitemap: 20_000,
};

/** Bytes of all answers that one task gets: they wait in the composer's memory until its guest reads them. */
const MOST_BYTES = 8 * 1024 * 1024;

/** How long one task may wait for the API in all; how often it may call it is the conversation's, see TASK_LIMITS. */
export class ApiAllowance {
  /** Most tasks never call the API: they cost no controller, and no error with its stack. */
  private controller: AbortController | undefined;
  private refusal: string | undefined;
  private readonly wait: Deadline;
  private underWay = 0;
  private bytes = 0;

  constructor(kind: GuestTaskKind) {
    const waitMs = LONGEST_WAIT_MS[kind];
    this.wait = new Deadline(waitMs, () => this.refuse(`the API was waited for longer than ${waitMs} ms`));
  }

  /** @throws Error when it waited long enough */
  async spend<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.refusal !== undefined) throw new Error(this.refusal);
    this.controller ??= new AbortController();
    this.underWay += 1;
    this.wait.run();
    try {
      return await call(this.controller.signal);
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) this.wait.pause();
    }
  }

  /** @throws Error when its answers are longer than they may be */
  receive(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > MOST_BYTES) throw new Error(`answers of the API longer than ${MOST_BYTES} bytes`);
  }

  /** Nobody waits for the answers any longer. */
  close(): void {
    this.wait.pause();
    this.refuse('the page is no longer waited for');
  }

  private refuse(why: string): void {
    this.refusal ??= why;
    if (this.underWay > 0) this.controller?.abort(new Error(why));
  }
}
