import type { BridgeCall } from '../wire/guest-link';
import { type BridgeResponse, CALL_CHARS, PASSED_HEADERS } from '../wire/protocol';

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

const isTooLong = ({ url, method, headers }: BridgeCall['request']): boolean =>
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
    private readonly ask: (call: number, request: BridgeCall['request']) => void,
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

/** All else of a response. An `await` asks for other names, too, and is to load nothing. */
const OF_PLATFORM: ReadonlySet<string | symbol> = new Set<keyof Response>([
  ...(['headers', 'body', 'arrayBuffer', 'blob', 'bytes', 'formData', 'clone'] as const),
  ...(['statusText', 'redirected', 'type', 'url'] as const),
]);

/** What most pages ask of an answer: its status, its text, or JSON. */
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
 * Response of an API call; `instanceof Response` holds. Node's own comes with all of its `fetch`: 13 MB of a process, and part of its
 * first page's time. It is made for whoever asks for more than a status, a text or JSON.
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
