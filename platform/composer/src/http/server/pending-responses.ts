import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { orAfter } from '@wholepage/page-rules/time-limit';
import { type StoredResponse, sendText } from '../response/send';

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
  headers: OutgoingHttpHeaders;
  /** How often the proxy was sent to it. */
  turns: number;
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
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    made: Promise<StoredResponse>,
    deliver: Deliver,
  ): Promise<void> {
    return this.deliver(request, response, { made, deliver, headers: {}, turns: 0 });
  }

  /** Answers 421 when nothing is pending at this address: another composer may make it. */
  async send(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const token = path.slice(path.lastIndexOf('/') + 1);
    const found = this.pending.get(token);
    if (!found) return sendText(request, response, 421, 'Nothing is pending here.');
    this.pending.delete(token);
    for (const [name, value] of Object.entries(found.headers)) {
      if (value !== undefined && name !== 'connection') response.setHeader(name, value);
    }
    return this.deliver(request, response, { ...found, turns: found.turns + 1 });
  }

  private async deliver(request: IncomingMessage, response: ServerResponse, pending: Pending): Promise<void> {
    const { made, deliver, turns } = pending;
    const waitMs = this.behindProxy ? preferredWait(request) : undefined;
    if (waitMs === undefined || this.pending.size >= MOST) return deliver(response, await made);
    const stored = await orAfter(made, waitMs, () => undefined);
    if (stored) return deliver(response, stored);
    const token = this.add({ ...pending, headers: response.getHeaders() });
    const address = PENDING_PATH + (turns < MOST_TURNS ? token : LAST + token);
    for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
    const preference = { 'preference-applied': 'respond-async', location: address, 'x-accel-redirect': address };
    response.writeHead(202, { ...preference, 'content-length': 0 }).end();
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
