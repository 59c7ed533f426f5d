import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { type StoredResponse, sendText } from '../response/send';

/** What one connection may take of a server, in ms and bytes. */
const LIMITS = {
  /** Longer than the API takes to give up a slow upload: the visitor gets its answer. */
  requestTimeout: 130_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const satisfies ServerOptions;

/** Nothing that is answered here is longer without a byte in either direction; who reads no more of an answer is gone. */
const SILENCE_MS = 60_000;

/** A server, not listening yet, on which nobody holds a connection for nothing. */
export function limitedServer(silenceMs = SILENCE_MS): Server {
  const server = createServer(LIMITS);
  server.timeout = silenceMs;
  return server;
}

interface DrainOptions {
  /** How long to serve on after the word to stop, so that whoever sends visitors has noticed. */
  drainMs: number;
  /** After which what is still in flight is cut off. */
  graceMs: number;
}

/** Lets a server stop without anybody noticing: what is in flight is answered, and no connection is kept after it. */
export class Drain {
  private readonly inFlight = new Set<ServerResponse>();
  isStopping = false;
  private closing = false;

  constructor(private readonly server: Server) {}

  /** Call it with every response before anything is written to it. */
  track(response: ServerResponse): void {
    if (this.isStopping) response.setHeader('connection', 'close');
    this.inFlight.add(response);
    response.on('close', () => {
      this.inFlight.delete(response);
      // One whose headers had left before the word came keeps its connection.
      if (this.closing) setImmediate(() => this.server.closeIdleConnections());
    });
  }

  /** Resolves when the last connection is closed. */
  async stop({ drainMs, graceMs }: DrainOptions): Promise<void> {
    this.isStopping = true;
    for (const response of this.inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
    if (drainMs > 0) await wait(drainMs);
    // What has come by now is read within two turns: on a connection that is closed before, nobody would get an answer.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
    this.closing = true;
    const forced = setTimeout(() => this.server.closeAllConnections(), graceMs);
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeIdleConnections();
    });
    clearTimeout(forced);
  }
}

/** Where a response is waited for that was not made in time. */
export const PENDING_PATH = '/_pending/';

/** Waited for without a sign of life: a proxy follows so many addresses, and no more. */
const LAST = 'last/';
const MOST_TURNS = 5;

const RESPOND_ASYNC = /(?:^|,)\s*respond-async\b/;
const WAIT = /\bwait=([1-9])\b/;
/** A proxy follows at once. What nobody asks for by then is forgotten. */
const FORGOTTEN_AFTER_MS = 10_000;
const MOST = 1_000;

/** Sends what was made, with the headers that were set for this visitor before. */
type Deliver = (response: ServerResponse, stored: StoredResponse) => void | Promise<void>;

interface Pending {
  made: Promise<StoredResponse>;
  deliver: Deliver;
  headers?: OutgoingHttpHeaders;
  /** How often the proxy was sent to it. */
  turns?: number;
}

/** Milliseconds after which the proxy wants a sign of life (RFC 7240); undefined when it waits for the response itself. */
function preferredWait({ headers }: IncomingMessage): number | undefined {
  const preference = String(headers.prefer ?? '');
  // One pattern for both would read on to the end from each `respond-async`.
  const at = preference.search(RESPOND_ASYNC);
  const [, seconds] = (at >= 0 && WAIT.exec(preference.slice(at))) || [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/**
 * Responses that take longer than the proxy in front waits. The proxy is answered 202 with the address of the response,
 * so it knows that this composer makes the page. No other composer makes it a second time.
 */
export class PendingResponses {
  private readonly pending = new Map<string, Pending>();

  /** @param behindProxy without a proxy in front, each visitor waits for the response itself */
  constructor(private readonly behindProxy: boolean) {}

  /** @throws what `made` throws, to whoever waits for it at that moment */
  async answer(request: IncomingMessage, response: ServerResponse, pending: Pending): Promise<void> {
    const { made, deliver, turns = 0 } = pending;
    const waitMs = this.behindProxy ? preferredWait(request) : undefined;
    if (waitMs === undefined || this.pending.size >= MOST) return deliver(response, await made);
    const stored = await orAfter(made, waitMs, () => undefined);
    if (stored) return deliver(response, stored);
    const token = this.add({ ...pending, headers: response.getHeaders(), turns: turns + 1 });
    const address = PENDING_PATH + (turns < MOST_TURNS ? token : LAST + token);
    for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
    const preference = { 'preference-applied': 'respond-async', location: address, 'x-accel-redirect': address };
    response.writeHead(202, { ...preference, 'content-length': 0 }).end();
  }

  /** Answers 421 when nothing is pending at this address: another composer may make it. */
  async send(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const token = path.slice(path.lastIndexOf('/') + 1);
    const found = this.pending.get(token);
    if (!found) return sendText(request, response, 421, 'Nothing is pending here.');
    this.pending.delete(token);
    for (const [name, value] of Object.entries(found.headers ?? {})) {
      if (value !== undefined && name !== 'connection') response.setHeader(name, value);
    }
    return this.answer(request, response, found);
  }

  private add(pending: Pending): string {
    const token = randomUUID();
    // A proxy that went away leaves nobody to hear of a failure.
    pending.made.catch(() => {});
    this.pending.set(token, pending);
    setTimeout(() => this.pending.delete(token), FORGOTTEN_AFTER_MS).unref();
    return token;
  }
}
