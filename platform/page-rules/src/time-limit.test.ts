import { inRounds, orAfter, TimeoutError, within } from './time-limit';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = new Promise<string>(() => {});

test('work that ends in time gives what it gives, and leaves no timer', async () => {
  expect(await orAfter(Promise.resolve('done'), 500, () => 'late')).toBe('done');
  expect(await within(Promise.resolve('done'), 500, 'It')).toBe('done');
  await expect(within(Promise.reject(new Error('broken')), 500, 'It')).rejects.toThrow('broken');
  expect(jest.getTimerCount()).toBe(0);
});

test('work that takes longer gives way to its stand-in', async () => {
  const given = orAfter(never, 500, () => 'late');
  await jest.advanceTimersByTimeAsync(500);
  expect(await given).toBe('late');
});

test('a limit that throws says what took longer than it may', async () => {
  const failed = within(never, 500, 'Fetching the menu').catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(499);
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await failed).toEqual(new TimeoutError('Fetching the menu took longer than 500 ms'));
  expect(await failed).toBeInstanceOf(TimeoutError);
});

test('rounds follow each other, one that fails included, until they are ended', async () => {
  const troubles: unknown[] = [];
  const round = jest.fn().mockRejectedValueOnce('away').mockResolvedValue(undefined);
  const end = inRounds(500, round, (error) => troubles.push(error));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(round).toHaveBeenCalledTimes(2);
  expect(troubles).toEqual(['away']);
  end();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(round).toHaveBeenCalledTimes(2);
  expect(jest.getTimerCount()).toBe(0);
});
