import { Agent } from 'undici';
import type { BackEnd, BackEnds } from '../../back-ends/back-ends';
import { cookieHeader } from '../../back-ends/declared-cookies';
import { isPrivatePath } from '../../http/request/private-paths';
import type { RenderTask } from '../render-task';
import { type BridgeRequest, type BridgeResponse, PASSED_HEADERS } from '../wire/protocol';
import type { ApiAllowance } from './api-allowance';

/** A guest asked for something that it may not have, or got more than it may. */
class BridgeError extends Error {
  override name = 'BridgeError';
}

export interface ApiBridgeOptions {
  apiOrigin: string;
  /** Other origins that the site's settings name for reading. */
  origins: string[];
  /** Back ends that remotes have of their own. */
  backEnds?: BackEnds;
}

/** What a call asks of whom. */
interface Target {
  origin: string;
  path: string;
  agent: Agent;
  /** The guest's own back end; undefined for the site's API. */
  backEnd: BackEnd | undefined;
}

const PREFIX = '/api';
const METHODS = new Set(['GET', 'HEAD']);
const CALL_LIMIT_MS = 3_000;
const LARGEST_ANSWER_BYTES = 2 * 1024 * 1024;
const CONNECTIONS = 64;

/** The one way out of a guest: reading from its own remote's API and the site's, within limits. */
export class ApiBridge {
  private readonly agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CALL_LIMIT_MS },
    headersTimeout: CALL_LIMIT_MS,
    bodyTimeout: CALL_LIMIT_MS,
  });
  private readonly origins: Set<string>;
  private readonly apiOrigin: string;

  private readonly backEnds: BackEnds | undefined;

  constructor({ apiOrigin, origins, backEnds }: ApiBridgeOptions) {
    this.backEnds = backEnds;
    this.apiOrigin = new URL(apiOrigin).origin;
    this.origins = new Set([this.apiOrigin, ...origins]);
  }

  /** @throws BridgeError when the call is not allowed or its answer is too large, else what went wrong on the way */
  async call({ app, request, allowance, trace }: RenderTask, asked: BridgeRequest): Promise<BridgeResponse> {
    const target = this.resolve(app, asked);
    const headers: Record<string, string> = Object.fromEntries(
      PASSED_HEADERS.flatMap((name) => {
        const value = asked.headers[name];
        return value ? [[name, value]] : [];
      }),
    );
    if (trace) headers.traceparent = trace;
    // What a page is made of for one visitor, its own back end has to know.
    if (target.backEnd && 'cookies' in request) Object.assign(headers, cookieHeader(request.cookies));
    return allowance.spend(async (signal) => {
      const ask = () =>
        this.counted(target, signal, () =>
          this.ask(target, asked.method as 'GET' | 'HEAD', headers, allowance, signal),
        );
      return ask().catch((error: unknown) => {
        // A kept connection may have been closed by the other side just now; reading again does no harm.
        if (signal.aborted || (error as { code?: string }).code !== 'UND_ERR_SOCKET') throw error;
        return ask();
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.agent.destroy(), this.backEnds?.close()]);
  }

  /** @throws BridgeError when the guest may not ask this */
  private resolve(app: string, { url: address, method }: BridgeRequest): Target {
    if (!METHODS.has(method)) throw new BridgeError(`${method}: a page may only read.`);
    const isOfSite = address.startsWith(`${PREFIX}/`);
    const url = new URL(isOfSite ? address.slice(PREFIX.length) : address, this.apiOrigin);
    const refused = () =>
      new BridgeError(`${url.origin}${url.pathname}: a page may read from its own remote's API and the site's only.`);
    const own = isOfSite ? this.backEnds?.find(url.pathname) : undefined;
    if (own) {
      if (own.backEnd.app !== app || isPrivatePath(own.path)) throw refused();
      return { ...own, origin: own.backEnd.origin, path: own.path + url.search, agent: own.backEnd.agent };
    }
    if (!this.origins.has(url.origin) || (url.origin === this.apiOrigin && isPrivatePath(url.pathname)))
      throw refused();
    return { origin: url.origin, path: url.pathname + url.search, agent: this.agent, backEnd: undefined };
  }

  /** Leaves a remote's back end alone while it fails: nobody waits for it again and again. */
  private async counted<T>({ backEnd }: Target, pageSignal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const circuit = this.backEnds?.circuit;
    if (!backEnd || !circuit) return work();
    if (!circuit.admits(backEnd.app))
      throw new BridgeError(`the back end of ${backEnd.app} is left alone for a moment`);
    try {
      const done = await work();
      circuit.succeeded(backEnd.app);
      return done;
    } catch (error) {
      if (pageSignal.aborted || error instanceof BridgeError) circuit.undecided(backEnd.app);
      else circuit.failed(backEnd.app);
      throw error;
    }
  }

  private async ask(
    { origin, path, agent }: Target,
    method: 'GET' | 'HEAD',
    headers: Record<string, string>,
    allowance: ApiAllowance,
    pageSignal: AbortSignal,
  ): Promise<BridgeResponse> {
    const signal = AbortSignal.any([pageSignal, AbortSignal.timeout(CALL_LIMIT_MS)]);
    const answer = await agent.request({ origin, path, method, headers, signal });
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of answer.body) {
      bytes += (part as Buffer).length;
      allowance.receive((part as Buffer).length);
      if (bytes > LARGEST_ANSWER_BYTES) throw new BridgeError(`an answer longer than ${LARGEST_ANSWER_BYTES} bytes`);
      parts.push(part as Buffer);
    }
    const type = String(answer.headers['content-type'] ?? '');
    return {
      status: answer.statusCode,
      headers: type ? { 'content-type': type } : {},
      body: Buffer.concat(parts).toString(),
    };
  }
}
