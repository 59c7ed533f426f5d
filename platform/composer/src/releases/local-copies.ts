import { rm, stat, utimes } from 'node:fs/promises';
import { type Log, reason } from '../log';
import type { ReleaseSet } from './release-set';

/** After a failure; each further one waits twice as long. */
const RETRY_MS = { first: 1_000, longest: 60_000 };
/** A store that gives no files at the start keeps a composer from visitors for so long, and not for ever. */
const LONGEST_WAIT_MS = 30_000;

/** Old tabs and rollbacks ask for what was live; after that the store is asked again. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Notes which copies are in use, and removes those that no longer are for a day.
 * @param used of those that are live, and of those that were until now
 */
export async function removeUnused(copies: Iterable<string>, used: ReadonlySet<string>): Promise<void> {
  const now = new Date();
  for (const copy of copies) {
    if (used.has(copy)) await utimes(copy, now, now).catch(() => undefined);
    else {
      const found = await stat(copy).catch(() => undefined);
      if (found && now.getTime() - found.mtimeMs > KEPT_MS) await rm(copy, { force: true });
    }
  }
}

/** Has the files of the live set copied to this machine, and tries again until they are there or another set is live. */
export class LocalCopies {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private current: ReleaseSet | undefined;
  private isStopped = false;
  private isFirstThere = false;
  private startedAt: number | undefined;

  /** @param copy fetches what is missing; undefined where the store is on this machine */
  constructor(
    private readonly copy: ((set: ReleaseSet) => Promise<void>) | undefined,
    private readonly log: Log,
  ) {}

  /** Whether a store that goes down now blanks no page, as far as this composer can do anything about it. */
  get isReady(): boolean {
    if (!this.copy || this.isFirstThere) return true;
    return this.startedAt !== undefined && performance.now() - this.startedAt > LONGEST_WAIT_MS;
  }

  keep(set: ReleaseSet): void {
    clearTimeout(this.timer);
    this.startedAt ??= performance.now();
    this.current = set;
    void this.attempt(set, RETRY_MS.first);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async attempt(set: ReleaseSet, retryMs: number): Promise<void> {
    try {
      await this.copy?.(set);
      this.isFirstThere = true;
    } catch (error) {
      this.log('warn', 'files of the live releases could not all be kept here', { reason: reason(error) });
      if (this.isStopped || set !== this.current) return;
      const next = Math.min(retryMs * 2, RETRY_MS.longest);
      this.timer = setTimeout(() => void this.attempt(set, next), retryMs);
      this.timer.unref();
    }
  }
}
