/** Work exceeded its time limit. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Resolves to the result of work, or to a stand-in after a time limit. The work itself goes on.
 * @param milliseconds time limit
 * @param standIn returns the stand-in, or throws
 */
export function orAfter<T, Late>(work: Promise<T>, milliseconds: number, standIn: () => Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  }).then(standIn);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Limits the time of work. @param what subject of the error's message @throws TimeoutError after the limit */
export const within = <T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> =>
  orAfter<T, never>(work, milliseconds, () => {
    throw new TimeoutError(`${what} took longer than ${milliseconds} ms`);
  });

/**
 * Repeats work with a pause after each round. The timer does not keep the process alive.
 * @param onTrouble handles a failed round; the next one follows all the same. Left out, no failure is expected
 * @returns function that stops after the current round, and waits for it
 */
export function inRounds(
  milliseconds: number,
  round: () => Promise<unknown>,
  onTrouble?: (error: unknown) => void,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<unknown> | undefined;
  let isOver = false;
  const next = (): void => {
    if (isOver) return;
    const begin = () => {
      current = round().catch(onTrouble).finally(next);
    };
    timer = setTimeout(begin, milliseconds);
    timer.unref();
  };
  next();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await current;
  };
}
