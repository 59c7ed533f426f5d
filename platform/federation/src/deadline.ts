/** Something took longer than it may. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** @param what is waited for, as the message says it. @throws TimeoutError after so many milliseconds */
export function within<T>(promise: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
