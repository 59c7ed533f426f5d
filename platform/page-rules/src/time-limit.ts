/** Something took longer than it may. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * What work gives, or what stands in for it when it takes longer. The work itself goes on.
 * @param milliseconds how long it may take
 * @param standIn gives what to do without the work, or throws
 */
export function orAfter<T, Late>(work: Promise<T>, milliseconds: number, standIn: () => Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  }).then(standIn);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** @param what is waited for, as the message says it. @throws TimeoutError after so many milliseconds */
export const within = <T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> =>
  orAfter<T, never>(work, milliseconds, () => {
    throw new TimeoutError(`${what} took longer than ${milliseconds} ms`);
  });

/**
 * Works in rounds, each so long after the one before has ended. No process stays alive for it.
 * @param onTrouble takes the failure of a round; the next comes all the same. Left out, no failure is expected
 * @returns ends it; a round under way is the last
 */
export function inRounds(
  milliseconds: number,
  round: () => Promise<unknown>,
  onTrouble?: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const next = (): void => {
    if (isOver) return;
    timer = setTimeout(() => void round().catch(onTrouble).finally(next), milliseconds);
    timer.unref();
  };
  next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
