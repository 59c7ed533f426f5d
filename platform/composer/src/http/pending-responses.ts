import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { sendText } from './send';
import type { StoredResponse } from './stored-response';

/** Where a response is waited for that was not made in time. */
export const PENDING_PATH = '/_pending/';

const PREFERRED_WAIT = /(?:^|,)\s*respond-async\b.*\bwait=([1-9])\b/;
/** A proxy follows at once. What nobody asks for by then is forgotten. */
const FORGOTTEN_AFTER_MS = 10_000;
const MOST = 1_000;

/** Sends what was made, with the headers that were set for this visitor before. */
type Deliver = (response: ServerResponse, stored: StoredResponse) => void | Promise<void>;

interface Pending {
  headers: OutgoingHttpHeaders;
  deliver(response: ServerResponse): Promise<void>;
}

/** Milliseconds after which the proxy wants a sign of life (RFC 7240); undefined when it waits for the response itself. */
function preferredWait({ headers }: IncomingMessage): number | undefined {
  const [, seconds] = PREFERRED_WAIT.exec(String(headers.prefer ?? '')) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/**
 * Responses that take longer than the proxy in front likes to wait. It is answered 202 with the address of the response,
 * so it knows that this composer lives and makes the page, and no other composer makes it a second time.
 */
export class PendingResponses {
  private readonly pending = new Map<string, Pending>();

  /** @param behindProxy without a proxy in front, each visitor waits for the response itself */
  constructor(private readonly behindProxy: boolean) {}

  /** @throws what `made` throws, to whoever waits for it at that moment */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    made: Promise<StoredResponse>,
    deliver: Deliver,
  ): Promise<void> {
    const waitMs = this.behindProxy ? preferredWait(request) : undefined;
    if (waitMs === undefined || this.pending.size >= MOST) return deliver(response, await made);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, waitMs, undefined);
    });
    const stored = await Promise.race([made, late]).finally(() => clearTimeout(timer));
    if (stored) return deliver(response, stored);
    const address = PENDING_PATH + this.add(response, made, deliver);
    for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
    const preference = { 'preference-applied': 'respond-async', location: address, 'x-accel-redirect': address };
    response.writeHead(202, { ...preference, 'content-length': 0 }).end();
  }

  /** Answers 421 when nothing is pending at this address: another composer may make it. */
  async send(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const token = path.slice(PENDING_PATH.length);
    const found = this.pending.get(token);
    if (!found) return sendText(request, response, 421, 'Nothing is pending here.');
    this.pending.delete(token);
    for (const [name, value] of Object.entries(found.headers)) {
      if (value !== undefined && name !== 'connection') response.setHeader(name, value);
    }
    return found.deliver(response);
  }

  private add(response: ServerResponse, made: Promise<StoredResponse>, deliver: Deliver): string {
    const token = randomUUID();
    // A proxy that went away leaves nobody to hear of a failure.
    made.catch(() => {});
    this.pending.set(token, {
      headers: response.getHeaders(),
      deliver: async (later) => deliver(later, await made),
    });
    setTimeout(() => this.pending.delete(token), FORGOTTEN_AFTER_MS).unref();
    return token;
  }
}
