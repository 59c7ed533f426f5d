import { Agent } from 'undici';
import { GuestBusyError, RenderTimeoutError } from '../errors';
import type { BackEnd, BackEnds } from '../http/proxy/api-proxy';
import { cookieHeader, isPrivatePath } from '../http/request/request';
import type { BridgeCall, Failure } from './wire/guest-link';
import type { BridgeResponse, GuestRequests, GuestTaskKind } from './wire/protocol';
import { ThrownError } from './wire/thrown';

/** Most extension of a task's time on a busy machine, as a multiple of it. */
const MOST_EXTENSION = 4;
/** Smallest extension: the system counts in ticks of a few ms. */
const LEAST_EXTENSION_MS = 10;

/** Longest time from request to result, whatever happens meanwhile. */
const LONGEST_MS = 30_000;

const LARGEST_ID = 2 ** 32 - 1;
let lastId = 0;

const nextId = (): number => {
  lastId = (lastId % LARGEST_ID) + 1;
  return lastId;
};

/** A task for a guest: its time limits and its result. */
export class RenderTask {
  /** Identifies it to its guest. */
  id = nextId();
  readonly done: Promise<unknown>;
  /** True after a guest ended during it: it is retried alone, to show whose fault that was. */
  alone = false;
  retries = 0;
  /** Reason of its first failed API call. */
  apiFailure: string | undefined;
  isOver = false;
  /** Whether its guest went on after it was given up. */
  wasGivenUp = false;
  onTimeUp: () => void = () => {};
  onFinished: () => void = () => {};
  /** Its own time, without waits for the API or its turn. */
  time: Deadline;
  allowance: ApiAllowance;
  private extensionMs: number;
  private readonly longest: ReturnType<typeof setTimeout>;
  private settle: { resolve(result: unknown): void; reject(error: Error): void } = { resolve() {}, reject() {} };

  /** @param limitMs computing time, without waits for the API or its turn */
  constructor(
    readonly kind: GuestTaskKind,
    readonly request: GuestRequests[GuestTaskKind],
    private readonly limitMs: number,
    readonly trace: string | undefined = undefined,
    /** Its app, whose back end answers its calls. */
    readonly app = '',
  ) {
    this.allowance = new ApiAllowance(kind);
    this.time = this.newDeadline();
    this.extensionMs = limitMs * MOST_EXTENSION;
    this.longest = setTimeout(() => this.giveUp(), LONGEST_MS);
    this.longest.unref();
    this.done = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  /** Takes a new id for another guest, so that late messages of the first one match no task. */
  renew(): void {
    this.id = nextId();
  }

  /** Extends its time by what other processes took: load is not its fault. @returns false when hardly any is left */
  giveBack(ms: number): boolean {
    const given = Math.min(ms, this.extensionMs);
    if (given < LEAST_EXTENSION_MS) return false;
    this.extensionMs -= given;
    this.time.extend(given);
    return true;
  }

  /** Resets time and calls for a retry. */
  restart(): void {
    this.time.pause();
    this.time = this.newDeadline();
    this.extensionMs = this.limitMs * MOST_EXTENSION;
    this.allowance.close();
    this.allowance = new ApiAllowance(this.kind);
    this.retries += 1;
  }

  resolve(result: unknown): void {
    this.over();
    this.settle.resolve(result);
  }

  fail(failure: Failure): void {
    this.reject(new ThrownError(failure.reason, failure));
  }

  expire(): void {
    this.wasGivenUp = true;
    this.reject(new RenderTimeoutError(`took longer than ${this.limitMs} ms`));
  }

  reject(error: Error): void {
    this.over();
    this.settle.reject(error);
  }

  private newDeadline(): Deadline {
    return new Deadline(this.limitMs, () => this.onTimeUp());
  }

  private giveUp(): void {
    this.wasGivenUp = true;
    this.reject(new GuestBusyError(`was not made within ${LONGEST_MS} ms`));
  }

  private over(): void {
    this.isOver = true;
    clearTimeout(this.longest);
    this.time.pause();
    this.allowance.close();
    this.onFinished();
  }
}

/** A guest made a forbidden call, or its answers are too large. */
class BridgeError extends Error {
  override name = 'BridgeError';
}

interface Target {
  origin: string;
  path: string;
  agent: Agent;
  /** The remote's back end; undefined for the site's API. */
  backEnd: BackEnd | undefined;
}

const PREFIX = '/api';
const METHODS = new Set(['GET', 'HEAD']);
const CALL_LIMIT_MS = 3_000;
const LARGEST_ANSWER_BYTES = 2 * 1024 * 1024;
const CONNECTIONS = 64;

/** The only way out of a guest: reading from its remote's back end and the site's API, within limits. */
export class ApiBridge {
  private readonly agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CALL_LIMIT_MS },
    headersTimeout: CALL_LIMIT_MS,
    bodyTimeout: CALL_LIMIT_MS,
  });
  private readonly origins: Set<string>;
  private readonly apiOrigin: string;

  /** @param origins further origins that the site's settings allow for reading @param keepsPrefix the site's `apiKeepsPrefix` */
  constructor(
    apiOrigin: string,
    origins: readonly string[],
    private readonly backEnds: BackEnds,
    private readonly keepsPrefix: readonly string[],
  ) {
    this.apiOrigin = new URL(apiOrigin).origin;
    this.origins = new Set([this.apiOrigin, ...origins]);
  }

  /** @throws BridgeError when the call is not allowed or its answer is too large, else the network's error */
  async call({ app, request, allowance, trace }: RenderTask, asked: BridgeCall['request']): Promise<BridgeResponse> {
    const target = this.resolve(app, asked);
    const headers: Record<string, string> = { ...asked.headers, ...(trace && { traceparent: trace }) };
    // A personal page's back end needs the visitor's cookies.
    if (target.backEnd && 'cookies' in request) Object.assign(headers, cookieHeader(request.cookies));
    return allowance.spend(async (signal) => {
      const ask = () =>
        this.counted(target, signal, () =>
          this.ask(target, asked.method as 'GET' | 'HEAD', headers, allowance, signal),
        );
      return ask().catch((error: unknown) => {
        // The server may just have closed a kept-alive connection; a read can be repeated.
        if (signal.aborted || (error as { code?: string }).code !== 'UND_ERR_SOCKET') throw error;
        return ask();
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.agent.destroy(), this.backEnds.close()]);
  }

  /** @throws BridgeError when the call is not allowed */
  private resolve(app: string, { url: address, method }: BridgeCall['request']): Target {
    if (!METHODS.has(method)) throw new BridgeError(`${method}: a page may only read.`);
    const isOfSite = address.startsWith(`${PREFIX}/`);
    const url = new URL(isOfSite ? address.slice(PREFIX.length) : address, this.apiOrigin);
    const refused = () =>
      new BridgeError(`${url.origin}${url.pathname}: a page may read from its own remote's API and the site's only.`);
    const own = isOfSite ? this.backEnds.find(url.pathname) : undefined;
    if (own) {
      if (own.backEnd.app !== app || isPrivatePath(own.path)) throw refused();
      return { ...own, origin: own.backEnd.origin, path: own.path + url.search, agent: own.backEnd.agent };
    }
    if (!this.origins.has(url.origin) || (url.origin === this.apiOrigin && isPrivatePath(url.pathname)))
      throw refused();
    const prefix = this.keepsPrefix.some((start) => address.startsWith(start)) ? PREFIX : '';
    return { origin: url.origin, path: prefix + url.pathname + url.search, agent: this.agent, backEnd: undefined };
  }

  /** Runs a call through the back end's circuit breaker, so that pages do not wait for one that fails. */
  private async counted<T>({ backEnd }: Target, pageSignal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (!backEnd) return work();
    const { circuit } = backEnd;
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
      // The decoder drops a byte order mark, as browsers do.
      body: new TextDecoder().decode(Buffer.concat(parts)),
    };
  }
}

/** Longest wait for the API by kind. Visitors wait for a page, nobody for a sitemap. */
const LONGEST_WAIT_MS: Record<GuestTaskKind, number> = {
  page: 4_000,
  fragment: 4_000,
  layout: 0,
  file: 4_000,
  sitemap: 20_000,
};

/** Bytes of all answers to one task, which the composer buffers until the guest reads them. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A task's limits for waiting and bytes of the API. Its number of calls is in TASK_LIMITS. */
export class ApiAllowance {
  /** Created on the first call: most tasks never call the API. */
  private controller: AbortController | undefined;
  private refusal: string | undefined;
  private readonly wait: Deadline;
  private underWay = 0;
  private bytes = 0;

  constructor(kind: GuestTaskKind) {
    const waitMs = LONGEST_WAIT_MS[kind];
    this.wait = new Deadline(waitMs, () => this.refuse(`the API was waited for longer than ${waitMs} ms`));
  }

  /** @throws Error when its wait is used up */
  async spend<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.refusal !== undefined) throw new Error(this.refusal);
    this.controller ??= new AbortController();
    this.underWay += 1;
    this.wait.run();
    try {
      return await call(this.controller.signal);
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) this.wait.pause();
    }
  }

  /** @throws Error when its answers are too large */
  receive(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > MOST_BYTES) throw new Error(`answers of the API longer than ${MOST_BYTES} bytes`);
  }

  /** Aborts its calls: the task is over. */
  close(): void {
    this.wait.pause();
    this.refuse('the page is no longer waited for');
  }

  private refuse(why: string): void {
    this.refusal ??= why;
    if (this.underWay > 0) this.controller?.abort(new Error(why));
  }
}

/** A time limit that counts only while it runs, so that waits can be left out. */
export class Deadline {
  private leftMs: number;
  private runningSince: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onExpired called once when the time is used up */
  constructor(
    readonly limitMs: number,
    private readonly onExpired: () => void,
  ) {
    this.leftMs = limitMs;
  }

  run(): void {
    if (this.runningSince !== undefined) return;
    this.runningSince = performance.now();
    this.timer = setTimeout(this.onExpired, this.leftMs);
  }

  pause(): void {
    if (this.runningSince === undefined) return;
    clearTimeout(this.timer);
    this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.runningSince));
    this.runningSince = undefined;
  }

  /** Adds time, also after it was used up. */
  extend(ms: number): void {
    const isRunning = this.runningSince !== undefined;
    this.pause();
    this.leftMs += ms;
    if (isRunning) this.run();
  }
}
