/** How many breaches of the protocol in how long a release is set aside for, and for how long. */
const LIMITS = { breaches: 3, withinMs: 60_000, restMs: 30_000 };

interface Record {
  breaches: number[];
  until: number;
}

/** Releases whose processes break the protocol again and again: none of their pages is rendered for a while. */
export class SetAside {
  private readonly records = new Map<string, Record>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  admits(release: string): boolean {
    const record = this.records.get(release);
    return !record || this.now() >= record.until;
  }

  /** @returns whether the release is set aside for it */
  breached(release: string): boolean {
    const now = this.now();
    const earlier = (this.records.get(release)?.breaches ?? []).filter((at) => now - at < LIMITS.withinMs);
    const breaches = [...earlier, now];
    const isOver = breaches.length >= LIMITS.breaches;
    this.records.set(release, isOver ? { breaches: [], until: now + LIMITS.restMs } : { breaches, until: 0 });
    return isOver;
  }
}
