import { boundedMap } from './store/store';

test('works on so many at a time, the first one first, and gives the results in order', async () => {
  const order: number[] = [];
  const waiting: (() => void)[] = [];
  const done = boundedMap([1, 2, 3], 2, async (item) => {
    order.push(item);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return item * 10;
  });
  expect(order).toEqual([1, 2]);
  waiting[1]?.();
  await new Promise(setImmediate);
  expect(order).toEqual([1, 2, 3]);
  for (const resolve of waiting) resolve();
  expect(await done).toEqual([10, 20, 30]);
});
