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

/** Limits of a connection, in ms and bytes. */
const LIMITS = {
  /** Longer than the API's limit for slow uploads, so that the visitor gets its answer. */
  requestTimeout: 610_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const satisfies ServerOptions;

/** No response is silent for longer in either direction: a client that reads nothing has left. */
const SILENCE_MS = 60_000;

/** Returns a server with connection limits, not listening yet. */
export function limitedServer(silenceMs = SILENCE_MS): Server {
  const server = createServer(LIMITS);
  server.timeout = silenceMs;
  return server;
}

export interface DrainOptions {
  /** How long to go on serving after a stop, until load balancers have noticed. */
  drainMs: number;
  /** After this, open requests are cut off. */
  graceMs: number;
}

/** Stops a server unnoticed: open requests are answered, and connections close after them. */
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
      // A response whose headers were sent before the stop keeps its connection alive.
      if (this.closing) setImmediate(() => this.server.closeIdleConnections());
    });
  }

  /** Resolves when the last connection is closed. */
  async stop({ drainMs, graceMs }: DrainOptions): Promise<void> {
    this.isStopping = true;
    for (const response of this.inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
    if (drainMs > 0) await wait(drainMs);
    // Requests that have arrived are read within two turns; a connection closed before would leave them without an answer.
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

/** Addresses of responses that take longer than the proxy waits. */
export const PENDING_PATH = '/_pending/';

/** Part of the last address: a proxy follows a limited number, and waits for the response at the last one. */
const LAST = 'last/';
const MOST_TURNS = 5;

const RESPOND_ASYNC = /(?:^|,)\s*respond-async\b/;
const WAIT = /\bwait=([1-9])\b/;
/** A proxy follows at once: unclaimed responses are dropped after this. */
const FORGOTTEN_AFTER_MS = 10_000;
const MOST = 1_000;

/** Sends the finished response, with the headers set for this visitor before. */
type Deliver = (response: ServerResponse, stored: StoredResponse) => void | Promise<void>;

interface Pending {
  made: Promise<StoredResponse>;
  deliver: Deliver;
  headers?: OutgoingHttpHeaders;
  /** Number of addresses that the proxy followed for it. */
  turns?: number;
}

/** Returns the ms after which the proxy wants an interim answer (RFC 7240); undefined when it waits for the response. */
function preferredWait({ headers }: IncomingMessage): number | undefined {
  const preference = String(headers.prefer ?? '');
  // A single pattern would scan to the end from each `respond-async`.
  const at = preference.search(RESPOND_ASYNC);
  const [, seconds] = (at >= 0 && WAIT.exec(preference.slice(at))) || [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/**
 * Responses that take longer than the proxy in front waits. It gets 202 with the response's address, which tells it
 * that this composer renders the page, so that no other one does.
 */
export class PendingResponses {
  private readonly pending = new Map<string, Pending>();

  /** @param behindProxy false: visitors wait for the response itself */
  constructor(private readonly behindProxy: boolean) {}

  /** @throws what `made` rejects with */
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

  /** Answers a pending address; 421 when nothing is pending there: another composer may have it. */
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
    // If the proxy leaves, nobody handles a failure.
    pending.made.catch(() => {});
    this.pending.set(token, pending);
    setTimeout(() => this.pending.delete(token), FORGOTTEN_AFTER_MS).unref();
    return token;
  }
}
