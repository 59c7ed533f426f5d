import { Deadline } from './deadline';

const CALLS_LIMIT = 16;
const WAIT_LIMIT_MS = 4_000;

/** How often one page may call the API, and how long it may wait for it in all. */
export class ApiAllowance {
  private readonly controller = new AbortController();
  private readonly wait = new Deadline(WAIT_LIMIT_MS, () =>
    this.controller.abort(new Error(`the API was waited for longer than ${WAIT_LIMIT_MS} ms`)),
  );
  private calls = 0;
  private underWay = 0;

  /** @throws Error when it called often enough, or waited long enough */
  async spend<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.calls += 1;
    if (this.calls > CALLS_LIMIT) throw new Error(`more than ${CALLS_LIMIT} calls for one page`);
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
