/** What one guest may take of the composer in a window of time. */
export interface ShareLimits {
  windowMs: number;
  /** Time to read and understand what it sent. */
  workMs: number;
  bytes: number;
  /** Pieces in which the bytes arrive: each costs the composer time, however short it is. */
  parts: number;
}

const MB = 1024 * 1024;

/** A remote that renders all the time takes a fifth of it. */
export const GUEST_SHARE: ShareLimits = { windowMs: 1_000, workMs: 400, bytes: 32 * MB, parts: 4_000 };

/** Counts what one guest takes of the composer. */
export class ComposerShare {
  private startedAt: number;
  private workMs = 0;
  private bytes = 0;
  private parts = 0;

  constructor(
    private readonly limits: ShareLimits = GUEST_SHARE,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startedAt = now();
  }

  /**
   * Counts one piece of what the guest sent.
   * @returns for how long nothing more may be read of it, in ms; 0 while it keeps within its share
   */
  spend(bytes: number, workMs: number): number {
    const now = this.now();
    if (now - this.startedAt >= this.limits.windowMs) {
      this.startedAt = now;
      this.workMs = 0;
      this.bytes = 0;
      this.parts = 0;
    }
    this.workMs += workMs;
    this.bytes += bytes;
    this.parts += 1;
    const { limits } = this;
    const isOver = this.workMs > limits.workMs || this.bytes > limits.bytes || this.parts > limits.parts;
    return isOver ? Math.max(1, this.startedAt + limits.windowMs - now) : 0;
  }
}
