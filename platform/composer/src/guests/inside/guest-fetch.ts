import type { BridgeCall } from '../wire/guest-link';
import { type BridgeResponse, CALL_CHARS, PASSED_HEADERS } from '../wire/protocol';

const PASSED_ON: ReadonlySet<string> = new Set(PASSED_HEADERS);

/** API calls waiting for the composer's answer, by their number. */
type Waiting = Map<number, { resolve(response: BridgeResponse): void; reject(error: Error): void }>;

/** Returns headers with lower-case names. Avoids Node's own `Headers`, which loads all of `fetch`: see `guestResponse`. */
const headersOf = (given: HeadersInit = {}): Record<string, string> => {
  const entries = Symbol.iterator in given ? [...given] : Object.entries(given);
  return Object.fromEntries(entries.map(([name = '', value]) => [name.toLowerCase(), String(value)]));
};

const passedOn = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED_ON.has(name)));

const isTooLong = ({ url, method, headers }: BridgeCall['request']): boolean =>
  url.length > CALL_CHARS.url ||
  method.length > CALL_CHARS.method ||
  Object.values(headers).some((value) => value.length > CALL_CHARS.header);

const isAddress = (input: RequestInfo | URL): input is string | URL =>
  typeof input === 'string' || input instanceof URL;

/** `fetch` of a release's server code: the composer makes each call. */
export class GuestFetch {
  private readonly waiting: Waiting = new Map();
  private made = 0;
  private isClosed = false;

  /** @param most calls of the task; the composer ends a guest that makes more */
  constructor(
    private readonly ask: (call: number, request: BridgeCall['request']) => void,
    private readonly most: number,
  ) {}

  /** Like the global `fetch`, for reading only. */
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
      // The page is over: the promise stays pending, because an unhandled rejection would end the process.
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

const EMPTY_STATUS = new Set([101, 204, 205, 304]);

/** Properties that need Node's own Response. Others, such as `then` on `await`, must not load it. */
const OF_PLATFORM: ReadonlySet<string | symbol> = new Set<keyof Response>([
  ...(['headers', 'body', 'arrayBuffer', 'blob', 'bytes', 'formData', 'clone'] as const),
  ...(['statusText', 'redirected', 'type', 'url'] as const),
]);

/** The part of a response that most pages use: status, text and JSON. */
class QuickResponse {
  readonly status: number;
  readonly ok: boolean;
  private isRead = false;
  private made: Response | undefined;

  constructor(private readonly answer: BridgeResponse) {
    this.status = answer.status;
    this.ok = answer.status >= 200 && answer.status < 300;
  }

  get bodyUsed(): boolean {
    return this.made?.bodyUsed ?? this.isRead;
  }

  async text(): Promise<string> {
    if (this.made) return this.made.text();
    if (this.isRead) throw new TypeError('Body is unusable: Body has already been read');
    this.isRead = true;
    return EMPTY_STATUS.has(this.status) ? '' : this.answer.body;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  get platform(): Response {
    if (this.made) return this.made;
    const { status, headers, body } = this.answer;
    this.made = new Response(EMPTY_STATUS.has(status) ? null : body, { status, headers });
    if (this.isRead) void this.made.text();
    return this.made;
  }
}

/**
 * Returns the response of an API call; `instanceof Response` holds. Node's own, created only for uses beyond status,
 * text and JSON, loads all of `fetch`: 13 MB a process, and part of the first page's time.
 */
export function guestResponse(answer: BridgeResponse): Response {
  const quick = new QuickResponse(answer);
  return new Proxy(quick as unknown as Response, {
    getPrototypeOf: () => Response.prototype,
    get(_quick, name) {
      const of = OF_PLATFORM.has(name) ? quick.platform : quick;
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}
