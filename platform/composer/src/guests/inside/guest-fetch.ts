import { type BridgeRequest, type BridgeResponse, CALL_CHARS, PASSED_HEADERS } from '../wire/protocol';
import { guestResponse } from './guest-response';

const PASSED_ON: ReadonlySet<string> = new Set(PASSED_HEADERS);

/** Calls of the API that wait for the composer's answer, by the name of the call. */
type Waiting = Map<number, { resolve(response: BridgeResponse): void; reject(error: Error): void }>;

/** Names in lower case, as `Headers` has them; the platform's own are not touched unless they are given, see `guestResponse`. */
const headersOf = (given: HeadersInit = {}): Record<string, string> => {
  const entries = Symbol.iterator in given ? [...given] : Object.entries(given);
  return Object.fromEntries(entries.map(([name = '', value]) => [name.toLowerCase(), String(value)]));
};

/** Others are not the composer's to pass on. */
const passedOn = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED_ON.has(name)));

const isTooLong = ({ url, method, headers }: BridgeRequest): boolean =>
  url.length > CALL_CHARS.url ||
  method.length > CALL_CHARS.method ||
  Object.values(headers).some((value) => value.length > CALL_CHARS.header);

const isAddress = (input: RequestInfo | URL): input is string | URL =>
  typeof input === 'string' || input instanceof URL;

/** What a release's code has for `fetch`: each call is the composer's to make. */
export class GuestFetch {
  private readonly waiting: Waiting = new Map();
  private made = 0;
  private isClosed = false;

  /** @param most calls that the task may make; the composer ends a guest that makes more */
  constructor(
    private readonly ask: (call: number, request: BridgeRequest) => void,
    private readonly most: number,
  ) {}

  /** Like the platform's; reading only. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const asked = isAddress(input) ? undefined : input;
    const signal = init?.signal ?? asked?.signal;
    signal?.throwIfAborted();
    const request = {
      url: asked?.url ?? String(input),
      method: (init?.method ?? asked?.method ?? 'GET').toUpperCase(),
      headers: passedOn(headersOf(init?.headers ?? asked?.headers)),
    };
    const answer = await new Promise<BridgeResponse>((resolve, reject) => {
      // A page that is over is waited for by nobody; a rejection that no one handles would end the process.
      if (this.isClosed) return;
      if (isTooLong(request)) throw new TypeError('its address or method is too long');
      if (this.made >= this.most) throw new TypeError(`more than ${this.most} calls of the API`);
      const call = this.made + 1;
      this.ask(call, request);
      this.made = call;
      this.waiting.set(call, { resolve, reject });
      signal?.addEventListener('abort', () => this.settle(call, signal.reason as Error), { once: true });
    });
    return guestResponse(answer);
  };

  /** The page is over: its calls come to nothing. */
  close(): void {
    this.isClosed = true;
    this.waiting.clear();
  }

  settle(call: number, outcome: BridgeResponse | Error): void {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    if (outcome instanceof Error) waiting?.reject(outcome);
    else waiting?.resolve(outcome);
  }
}
