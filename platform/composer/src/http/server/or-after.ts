/**
 * What work gives, or what stands in for it when it takes longer. The work itself goes on.
 * @param ms how long it may take
 * @param standIn gives what to do without the work, or throws
 */
export function orAfter<T, Late>(work: Promise<T>, ms: number, standIn: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(standIn);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
