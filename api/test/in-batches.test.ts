import { inBatches } from '../src/support/in-batches';

/** Work that ends on demand. */
const held = () => {
  const batches: (readonly number[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push(items);
      ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 10))));
    });
  return { batches, ends, work };
};

test('who comes alone is served at once, and who comes meanwhile is served together', async () => {
  const { batches, ends, work } = held();
  const double = inBatches({ largest: 3, atOnce: 1 }, work);
  const results = [1, 2, 3, 4, 5].map(double);
  expect(batches).toEqual([[1]]);
  ends[0]?.();
  await results[0];
  await Promise.resolve();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  ends[1]?.();
  await results[3];
  ends[2]?.();
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50]);
});

test('as many batches are under way as may be', () => {
  const { batches, work } = held();
  const double = inBatches({ largest: 3, atOnce: 2 }, work);
  for (const item of [1, 2, 3]) void double(item);
  expect(batches).toEqual([[1], [2]]);
});

test('a batch that fails fails its own, and the next goes on', async () => {
  const { ends, work } = held();
  const double = inBatches({ largest: 3, atOnce: 1 }, work);
  const [first, second] = [double(1), double(2)];
  ends[0]?.(new Error('The disk is full'));
  await expect(first).rejects.toThrow('The disk is full');
  await Promise.resolve();
  ends[1]?.();
  expect(await second).toBe(20);
});
