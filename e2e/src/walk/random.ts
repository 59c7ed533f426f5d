import { seeded } from '@wholepage/tooling/sample';

/** Pseudo-random choices, the same for the same seed. */
export class Random {
  /** At least 0 and below 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }
}
