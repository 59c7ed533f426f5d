import { GuestBusyError, RenderTimeoutError } from '../errors';
import { ApiAllowance, Deadline } from './bridge/api-bridge';
import type { FromGuest, GuestRequests, GuestTaskKind } from './wire/protocol';
import { ThrownError } from './wire/thrown';

/** However busy the machine is, nobody waits for a page longer than so many times what it may compute. */
const MOST_EXTENSION = 4;
/** The system counts by ticks of a few ms. */
const LEAST_EXTENSION_MS = 10;

/** From when it was asked for, whatever happens to it meanwhile: no wait is longer. */
const LONGEST_MS = 30_000;

const LARGEST_ID = 2 ** 32 - 1;
let lastId = 0;

const nextId = (): number => {
  lastId = (lastId % LARGEST_ID) + 1;
  return lastId;
};

/** Something asked of a guest: how long it may take, and what became of it. */
export class RenderTask {
  private number = nextId();
  readonly done: Promise<unknown>;
  /** A guest ended while it worked on this: it is tried again with nothing beside it, to see whose fault it was. */
  alone = false;
  retries = 0;
  /** Why its first call of the API that failed did. */
  apiFailure: string | undefined;
  /** Whether somebody has its result, or knows that there is none. */
  isOver = false;
  /** Whether its guest went on with it after nobody waited any longer. */
  wasGivenUp = false;
  /** Called when its own time is used up. */
  onTimeUp: () => void = () => {};
  /** Called when it is over, however. */
  onFinished: () => void = () => {};
  private own: Deadline;
  private extensionMs: number;
  private api: ApiAllowance;
  private readonly longest: ReturnType<typeof setTimeout>;
  private settle: { resolve(result: unknown): void; reject(error: Error): void } = { resolve() {}, reject() {} };

  /** @param limitMs time that it may compute, waits for the API and for its turn left out */
  constructor(
    readonly kind: GuestTaskKind,
    readonly request: GuestRequests[GuestTaskKind],
    private readonly limitMs: number,
    readonly trace: string | undefined = undefined,
    /** The app that is asked: its own back end answers its calls. */
    readonly app = '',
  ) {
    this.api = new ApiAllowance(kind);
    this.own = this.newDeadline();
    this.extensionMs = limitMs * MOST_EXTENSION;
    this.longest = setTimeout(() => this.giveUp(), LONGEST_MS);
    this.longest.unref();
    this.done = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  /** By which its guest knows it. */
  get id(): number {
    return this.number;
  }

  /** For another guest, which knows nothing of it: what the first one says of it later is about nothing. */
  renew(): void {
    this.number = nextId();
  }

  /** What it may still ask of the API. */
  get allowance(): ApiAllowance {
    return this.api;
  }

  /** Its own time runs. */
  resume(): void {
    this.own.run();
  }

  suspend(): void {
    this.own.pause();
  }

  /**
   * Gives it time back in which it could have computed, and others had the processors: load is not a fault.
   * @returns false when there is next to nothing to give
   */
  giveBack(ms: number): boolean {
    const given = Math.min(ms, this.extensionMs);
    if (given < LEAST_EXTENSION_MS) return false;
    this.extensionMs -= given;
    this.own.extend(given);
    return true;
  }

  /** For another try, with its whole time and all its calls. */
  restart(): void {
    this.own.pause();
    this.own = this.newDeadline();
    this.extensionMs = this.limitMs * MOST_EXTENSION;
    this.api.close();
    this.api = new ApiAllowance(this.kind);
    this.retries += 1;
  }

  resolve(result: unknown): void {
    this.over();
    this.settle.resolve(result);
  }

  /** The release's code threw. */
  fail(failure: FromGuest['failed']): void {
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
    this.own.pause();
    this.api.close();
    this.onFinished();
  }
}
