/** Two pages at a time: a page waits for the network half of its time, and more would wait for the processor. */
const AT_ONCE = 2;

/** Does the same for each, a few at a time. @returns the results in order */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}
