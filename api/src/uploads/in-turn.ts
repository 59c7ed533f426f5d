/**
 * Lets a number of tasks run at once; more wait in turn, so that memory stays bounded.
 * @param places how many run at once
 */
export function inTurn(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
