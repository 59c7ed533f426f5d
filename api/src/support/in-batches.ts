/**
 * Batches items that arrive while earlier batches run. A single item is processed at once: nothing waits for a batch to fill.
 * @param work processes a batch, with results in the order of the items; its failure fails the whole batch
 */
export function inBatches<T, R>(
  { largest, atOnce }: { largest: number; atOnce: number },
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  const waiting: (PromiseWithResolvers<R> & { item: T })[] = [];
  let underWay = 0;

  const run = async (): Promise<void> => {
    underWay += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largest);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    underWay -= 1;
  };

  return (item) => {
    const result = Promise.withResolvers<R>();
    waiting.push({ item, ...result });
    if (underWay < atOnce) void run();
    return result.promise;
  };
}
