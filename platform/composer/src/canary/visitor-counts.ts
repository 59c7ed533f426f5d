import { createHash, randomBytes } from 'node:crypto';
import { noCounts, type SideCounts, SLOWER_THAN, type StepEvidence, type Vital } from 'releases/canary/evidence';

/** More visitors than any verdict needs; beyond them nothing is counted, so that nobody can fill the memory. */
const MOST_VISITORS = 200_000;

/** What a visit said of one app. */
export interface Observation {
  /** A render, load, mount or script failed. */
  failed?: boolean | undefined;
  /** Milliseconds. */
  lcp?: number | undefined;
  inp?: number | undefined;
}

export type Side = 'canary' | 'live';

interface Known {
  failed: boolean;
  lcp: number;
  inp: number;
}

/**
 * Counts visitors, each once on a side however much is told of them: the worst that was seen. Who they are is kept for as
 * long as the canary runs, in memory only, and as a keyed hash.
 */
export class VisitorCounts {
  private readonly salt = randomBytes(16);
  private readonly visitors = new Map<string, Known>();
  private readonly steps = new Map<number, StepEvidence>();

  /** @param visitor whatever tells one from another */
  observe(visitor: string, side: Side, percent: number, observation: Observation): void {
    const key = createHash('sha256').update(this.salt).update(`${side} ${visitor}`).digest('base64url').slice(0, 16);
    const counts = this.countsOf(percent)[side];
    let known = this.visitors.get(key);
    if (!known) {
      if (this.visitors.size >= MOST_VISITORS) return;
      known = { failed: false, lcp: 0, inp: 0 };
      this.visitors.set(key, known);
      counts.visitors += 1;
    }
    if (observation.failed && !known.failed) {
      known.failed = true;
      counts.failed += 1;
    }
    this.slower(counts, known, 'lcp', observation.lcp);
    this.slower(counts, known, 'inp', observation.inp);
  }

  get evidence(): StepEvidence[] {
    return [...this.steps.values()];
  }

  private slower(counts: SideCounts, known: Known, vital: Vital, milliseconds = 0): void {
    for (const [index, limit] of SLOWER_THAN[vital].entries()) {
      if (milliseconds > limit && known[vital] <= limit) counts[vital][index] = (counts[vital][index] ?? 0) + 1;
    }
    known[vital] = Math.max(known[vital], milliseconds);
  }

  private countsOf(percent: number): StepEvidence {
    const step = this.steps.get(percent) ?? { percent, canary: noCounts(), live: noCounts() };
    this.steps.set(percent, step);
    return step;
  }
}
