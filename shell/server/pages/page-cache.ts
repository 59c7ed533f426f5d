import { LRUCache } from 'lru-cache';
import type { Answer } from '../http/answer';
import { type Log, reason } from '../log';

interface Cached {
  answer: Answer;
  /** The set of releases that it was made from. */
  set: string;
  madeAt: number;
  expiresAt: number;
}

/** What making a page gave. */
export interface Made {
  answer: Answer;
  /** Seconds for which it may be reused. */
  maxAge: number;
  /** False when a part of it could not be had: then the last whole one is better, when there is one. */
  whole: boolean;
}

/** Compressed copies add about this much to a body. */
const COMPRESSED_SHARE = 1.5;
/** A page that failed is tried again soon, but not for every visitor. */
const RETRY_MS = 1_000;
/** Who can be given the last good page does not wait longer for a new one. */
const PATIENCE_MS = 700;
/** However long a fault lasts, a page older than this is nobody's. */
const STALE_LIMIT_MS = 24 * 3_600_000;

const bytesOf = ({ answer }: Cached): number => Math.ceil(answer.body.length * COMPRESSED_SHARE) + 2_000;

/**
 * Answers by address with a bound on their number and their bytes. Concurrent wishes for one address are answered by
 * one making. While a page cannot be made, the last good one stands in: of this set of releases, or of the one before.
 */
export class PageCache {
  private readonly pages: LRUCache<string, Cached>;
  /** Addresses can be made up without end: what was not found must not push out what was. */
  private readonly others: LRUCache<string, Cached>;
  private readonly making = new Map<string, Promise<Answer>>();

  constructor(
    { maxEntries, maxBytes }: { maxEntries: number; maxBytes: number },
    private readonly log: Log,
  ) {
    this.pages = new LRUCache({ max: maxEntries, maxSize: maxBytes, sizeCalculation: bytesOf });
    this.others = new LRUCache({ max: maxEntries / 10, maxSize: maxBytes / 8, sizeCalculation: bytesOf });
  }

  /** Pages kept, those not found left out. */
  get size(): number {
    return this.pages.size;
  }

  fresh(key: string, set: string): Answer | undefined {
    for (const cache of [this.pages, this.others]) {
      const cached = cache.get(key);
      if (cached?.set === set && cached.expiresAt > Date.now()) return cached.answer;
    }
    return undefined;
  }

  /** @throws what `make` throws, when there is no earlier page to give instead */
  async get(key: string, set: string, make: () => Promise<Made>): Promise<Answer> {
    const fresh = this.fresh(key, set);
    if (fresh) return fresh;
    const mark = `${set} ${key}`;
    let making = this.making.get(mark);
    if (!making) {
      making = this.renew(key, set, make).finally(() => this.making.delete(mark));
      this.making.set(mark, making);
    }
    const stale = this.stale(key);
    return stale ? soonOr(making, stale.answer) : making;
  }

  private stale(key: string): Cached | undefined {
    const cached = this.pages.get(key);
    return cached && Date.now() - cached.madeAt < STALE_LIMIT_MS ? cached : undefined;
  }

  private async renew(key: string, set: string, make: () => Promise<Made>): Promise<Answer> {
    let made: Made | undefined;
    try {
      made = await make();
    } catch (error) {
      if (!this.stale(key)) throw error;
      this.log('error', 'page failed, the last good one is sent', { reason: reason(error) });
    }
    const now = Date.now();
    const stale = this.stale(key);
    if (!made?.whole && stale) {
      this.pages.set(key, { ...stale, set, expiresAt: now + RETRY_MS });
      return stale.answer;
    }
    if (!made) throw new Error('The last good page expired meanwhile.');
    const { answer, maxAge, whole } = made;
    const lasting = Math.max(maxAge * 1000, whole ? 0 : RETRY_MS);
    const found = whole && answer.status === 200;
    if (found && lasting === 0) return answer;
    (found ? this.pages : this.others).set(key, { answer, set, madeAt: now, expiresAt: now + lasting });
    // What is gone for good must not come back when something breaks later.
    if (found) this.others.delete(key);
    else if (whole) this.pages.delete(key);
    return answer;
  }
}

const soonOr = (making: Promise<Answer>, stale: Answer): Promise<Answer> => {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(stale), PATIENCE_MS);
  });
  return Promise.race([making, late]).finally(() => clearTimeout(timer));
};
