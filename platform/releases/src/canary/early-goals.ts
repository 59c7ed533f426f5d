import type { Side } from './cohort';

/** Evidence of another composer arrives within half a minute, or never. */
const KEPT_MS = 60_000;
/** Beyond these nothing is taken in, so that nobody can fill the memory. */
const MOST = 5_000;

interface EarlyGoal {
  network: string;
  visitor: string;
  /** Side and share of the visitor. */
  now: { side: Side; percent: number };
  /** Milliseconds since 1970. */
  at: number;
}

/** Goals of visitors whose page view another composer had, until that is known here. */
export class EarlyGoals {
  private readonly waiting = new Map<string, EarlyGoal>();

  add(goal: EarlyGoal): void {
    const key = `${goal.network} ${goal.visitor}`;
    if (!this.waiting.has(key) && this.waiting.size < MOST) this.waiting.set(key, goal);
  }

  /** Hands out those that are not too old, once each: whoever cannot use one adds it again. */
  take(at: number): EarlyGoal[] {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    return waiting.filter((goal) => at - goal.at <= KEPT_MS);
  }
}
