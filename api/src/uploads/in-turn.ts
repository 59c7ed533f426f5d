import { RefusedError } from '../errors';

/**
 * Lets a number of tasks run at once; more wait in turn, so that memory stays bounded however many come.
 * @param places how many run at once
 * @param longestQueue how many may wait; the next is refused with 503
 */
export function inTurn(places: number, longestQueue = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let free = places;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else if (waiting.length < longestQueue) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new RefusedError(503, 'Many files are arriving at this moment. Please try again in a minute.', 60);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
