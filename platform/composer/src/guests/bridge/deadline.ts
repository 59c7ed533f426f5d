/** A bound on time that counts only while it runs: waits that are nobody's fault are left out. */
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

  /** Gives more of it, also after it was used up. */
  extend(ms: number): void {
    const isRunning = this.runningSince !== undefined;
    this.pause();
    this.leftMs += ms;
    if (isRunning) this.run();
  }
}
