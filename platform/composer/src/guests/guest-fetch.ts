import { guestResponse } from './guest-response';
import type { BridgeRequest, BridgeResponse } from './protocol';

/** Calls of the API that wait for the composer's answer, by the name of the call. */
type Waiting = Map<number, { resolve(response: BridgeResponse): void; reject(error: Error): void }>;

/** Names in lower case, as `Headers` has them; the platform's own are not touched unless they are given, see `guestResponse`. */
const headersOf = (given: HeadersInit = {}): Record<string, string> => {
  const entries = Symbol.iterator in given ? [...given] : Object.entries(given);
  return Object.fromEntries(entries.map(([name = '', value]) => [name.toLowerCase(), String(value)]));
};

const isAddress = (input: RequestInfo | URL): input is string | URL =>
  typeof input === 'string' || input instanceof URL;

/** What a release's code has for `fetch`: each call is the composer's to make. */
export class GuestFetch {
  private readonly waiting: Waiting = new Map();
  private next = 1;

  constructor(private readonly ask: (call: number, request: BridgeRequest) => void) {}

  /** Like the platform's; reading only. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const asked = isAddress(input) ? undefined : input;
    const signal = init?.signal ?? asked?.signal;
    signal?.throwIfAborted();
    const request = {
      url: asked?.url ?? String(input),
      method: (init?.method ?? asked?.method ?? 'GET').toUpperCase(),
      headers: headersOf(init?.headers ?? asked?.headers),
    };
    const answer = await new Promise<BridgeResponse>((resolve, reject) => {
      const call = this.next++;
      this.waiting.set(call, { resolve, reject });
      signal?.addEventListener('abort', () => this.settle(call, signal.reason as Error), { once: true });
      this.ask(call, request);
    });
    return guestResponse(answer);
  };

  settle(call: number, outcome: BridgeResponse | Error): void {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    if (outcome instanceof Error) waiting?.reject(outcome);
    else waiting?.resolve(outcome);
  }
}
