const FAILURES_TO_OPEN = 3;
const OPEN_MS = 10_000;

/** Spares the workers a release that fails again and again: it is left alone for a while, then tried once. */
export class Circuit {
  private readonly failures = new Map<string, { count: number; until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  isOpen(key: string): boolean {
    const failure = this.failures.get(key);
    return failure !== undefined && failure.count >= FAILURES_TO_OPEN && this.now() < failure.until;
  }

  failed(key: string): void {
    const count = (this.failures.get(key)?.count ?? 0) + 1;
    this.failures.set(key, { count, until: this.now() + OPEN_MS });
  }

  succeeded(key: string): void {
    this.failures.delete(key);
  }
}
