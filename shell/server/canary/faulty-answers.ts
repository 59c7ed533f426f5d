import type { Answer } from '../http/answer';

const faulty = new WeakSet<Answer>();

/** Marks a page whose own release failed to render it: whoever gets it, out of the cache or not, met the failure. */
export const markFaulty = (answer: Answer): void => {
  faulty.add(answer);
};

export const isFaulty = (answer: Answer): boolean => faulty.has(answer);
