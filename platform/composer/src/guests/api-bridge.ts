import { Agent } from 'undici';
import { isPrivatePath } from '../http/private-paths';
import type { ApiAllowance } from './api-allowance';
import { type BridgeRequest, type BridgeResponse, PASSED_HEADERS } from './protocol';
import type { RenderTask } from './render-task';

/** A guest asked for something that it may not have, or got more than it may. */
export class BridgeError extends Error {
  override name = 'BridgeError';
}

export interface ApiBridgeOptions {
  apiOrigin: string;
  /** Other hosts that the settings name for calls; addresses or prefixes such as `/api`. */
  hosts: string[];
}

const PREFIX = '/api';
const METHODS = new Set(['GET', 'HEAD']);
const CALL_LIMIT_MS = 3_000;
const LARGEST_ANSWER_BYTES = 2 * 1024 * 1024;
const CONNECTIONS = 64;

const originOf = (host: string): string[] => (/^https?:/.test(host) ? [new URL(host).origin] : []);

/** The one way out of a guest: reading from the API, within limits. */
export class ApiBridge {
  private readonly agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CALL_LIMIT_MS },
    headersTimeout: CALL_LIMIT_MS,
    bodyTimeout: CALL_LIMIT_MS,
  });
  private readonly origins: Set<string>;
  private readonly apiOrigin: string;

  constructor({ apiOrigin, hosts }: ApiBridgeOptions) {
    this.apiOrigin = new URL(apiOrigin).origin;
    this.origins = new Set([this.apiOrigin, ...hosts.flatMap(originOf)]);
  }

  /** @throws BridgeError when the call is not allowed or its answer is too large, else what went wrong on the way */
  async call({ allowance, trace }: RenderTask, asked: BridgeRequest): Promise<BridgeResponse> {
    const url = this.resolve(asked);
    const headers: Record<string, string> = Object.fromEntries(
      PASSED_HEADERS.flatMap((name) => {
        const value = asked.headers[name];
        return value ? [[name, value]] : [];
      }),
    );
    if (trace) headers.traceparent = trace;
    return allowance.spend(async (signal) => {
      const ask = () => this.ask(url, asked.method as 'GET' | 'HEAD', headers, allowance, signal);
      return ask().catch((error: unknown) => {
        // A kept connection may have been closed by the other side just now; reading again does no harm.
        if (signal.aborted || (error as { code?: string }).code !== 'UND_ERR_SOCKET') throw error;
        return ask();
      });
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private resolve({ url: address, method }: BridgeRequest): URL {
    if (!METHODS.has(method)) throw new BridgeError(`${method}: a page may only read.`);
    const url = new URL(address.startsWith(`${PREFIX}/`) ? address.slice(PREFIX.length) : address, this.apiOrigin);
    if (!this.origins.has(url.origin) || (url.origin === this.apiOrigin && isPrivatePath(url.pathname)))
      throw new BridgeError(`${url.origin}${url.pathname}: a page may read from the API only.`);
    return url;
  }

  private async ask(
    url: URL,
    method: 'GET' | 'HEAD',
    headers: Record<string, string>,
    allowance: ApiAllowance,
    pageSignal: AbortSignal,
  ): Promise<BridgeResponse> {
    const signal = AbortSignal.any([pageSignal, AbortSignal.timeout(CALL_LIMIT_MS)]);
    const { origin, pathname, search } = url;
    const answer = await this.agent.request({ origin, path: pathname + search, method, headers, signal });
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
