import type { StoredResponse } from '../http/response/stored-response';

const faulty = new WeakSet<StoredResponse>();

/** Marks a page whose own release failed to render it: whoever gets it, out of the cache or not, met the failure. */
export const markFaulty = (stored: StoredResponse): void => {
  faulty.add(stored);
};

export const isFaulty = (stored: StoredResponse): boolean => faulty.has(stored);
