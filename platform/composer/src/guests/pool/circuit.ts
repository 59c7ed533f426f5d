const FAILURES_TO_OPEN = 3;
const OPEN_MS = 5_000;

type State =
  | { is: 'closed'; failures: number }
  /** Left alone until then. */
  | { is: 'open'; until: number }
  /** One is let through to see; the others wait for what becomes of it. */
  | { is: 'half-open' };

/** Spares the processes a release that fails again and again: it is left alone for a while, then tried once. */
export class Circuit {
  private readonly states = new Map<string, State>();

  constructor(
    private readonly now: () => number = Date.now,
    private readonly restMs = OPEN_MS,
  ) {}

  /** Whether to try. After the pause, one caller gets true, until it reports. */
  admits(key: string): boolean {
    const state = this.states.get(key);
    if (!state || state.is === 'closed') return true;
    if (state.is === 'half-open' || this.now() < state.until) return false;
    this.states.set(key, { is: 'half-open' });
    return true;
  }

  failed(key: string): void {
    const state = this.states.get(key) ?? { is: 'closed', failures: 0 };
    if (state.is === 'closed' && state.failures + 1 < FAILURES_TO_OPEN)
      this.states.set(key, { is: 'closed', failures: state.failures + 1 });
    else this.states.set(key, { is: 'open', until: this.now() + this.restMs });
  }

  succeeded(key: string): void {
    this.states.delete(key);
  }

  /** It came to nothing, for no fault of the release: who was let through to see has seen nothing. */
  undecided(key: string): void {
    if (this.states.get(key)?.is === 'half-open') this.states.set(key, { is: 'open', until: this.now() });
  }
}
