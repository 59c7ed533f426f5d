import type { BridgeRequest, BridgeResponse } from './protocol';

/** Calls of the API that wait for the composer's answer, by the name of the call. */
type Waiting = Map<number, { resolve(response: BridgeResponse): void; reject(error: Error): void }>;

const EMPTY_STATUS = new Set([101, 204, 205, 304]);

/** What a release's code has for `fetch`: each call is the composer's to make. */
export class GuestFetch {
  private readonly waiting: Waiting = new Map();
  private next = 1;

  constructor(private readonly ask: (call: number, request: BridgeRequest) => void) {}

  /** Like the platform's; reading only. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const request = {
      url: input instanceof Request ? input.url : String(input),
      method: (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase(),
      headers: Object.fromEntries(new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))),
    };
    const { status, headers, body } = await new Promise<BridgeResponse>((resolve, reject) => {
      const call = this.next++;
      this.waiting.set(call, { resolve, reject });
      signal?.addEventListener('abort', () => this.settle(call, signal.reason as Error), { once: true });
      this.ask(call, request);
    });
    return new Response(EMPTY_STATUS.has(status) ? null : body, { status, headers });
  };

  settle(call: number, outcome: BridgeResponse | Error): void {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    if (outcome instanceof Error) waiting?.reject(outcome);
    else waiting?.resolve(outcome);
  }
}
