/** What one guest may take of the composer in each second, in the long run. */
export interface ShareLimits {
  /** Milliseconds to read and understand what it sent. */
  workMs: number;
  bytes: number;
  /** Pieces in which the bytes arrive: each costs the composer time, however short it is. */
  parts: number;
}

const MB = 1024 * 1024;

/** A remote that renders all the time takes a fifth of it. */
export const GUEST_SHARE: ShareLimits = { workMs: 400, bytes: 32 * MB, parts: 12_000 };

/** What it may take at once after a rest, as a part of a second's. */
const BURST = 0.25;
const SECOND_MS = 1_000;

const KINDS = ['workMs', 'bytes', 'parts'] as const;

/**
 * Counts what one guest takes of the composer. Its debt is paid off as time goes by. A guest that takes more than its
 * share is read a little later each time. The pauses are short: no guest waits for most of a second.
 */
export class ComposerShare {
  private readonly taken: ShareLimits = { workMs: 0, bytes: 0, parts: 0 };
  private countedAt: number;

  constructor(
    private readonly limits: ShareLimits = GUEST_SHARE,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.countedAt = now();
  }

  /**
   * Counts one piece of what the guest sent.
   * @returns for how long nothing more may be read of it, in ms; 0 while it keeps within its share
   */
  spend(bytes: number, workMs: number): number {
    const now = this.now();
    const passed = (now - this.countedAt) / SECOND_MS;
    this.countedAt = now;
    const { limits, taken } = this;
    let restMs = 0;
    for (const kind of KINDS) {
      const added = kind === 'parts' ? 1 : kind === 'bytes' ? bytes : workMs;
      taken[kind] = Math.max(0, taken[kind] - passed * limits[kind]) + added;
      const debt = taken[kind] - BURST * limits[kind];
      if (debt > 0) restMs = Math.max(restMs, (debt / limits[kind]) * SECOND_MS);
    }
    return Math.ceil(restMs);
  }
}
