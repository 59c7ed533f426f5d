import { LocalCopies } from './mirror';
import type { ReleaseSet } from './release-set';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const set = (id: string) => ({ id }) as ReleaseSet;

test('copies that could not be made are tried again, until they are there', async () => {
  const copy = jest
    .fn()
    .mockRejectedValueOnce(new Error('down'))
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValue(undefined);
  const copies = new LocalCopies(copy, jest.fn());
  copies.keep(set('a'));
  await jest.advanceTimersByTimeAsync(0);
  expect([copy.mock.calls.length, copies.isReady]).toEqual([1, false]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect([copy.mock.calls.length, copies.isReady]).toEqual([3, true]);
});

test('a set that is live no more is not tried again', async () => {
  const copy = jest.fn().mockRejectedValue(new Error('down'));
  const copies = new LocalCopies(copy, jest.fn());
  copies.keep(set('a'));
  await jest.advanceTimersByTimeAsync(0);
  copies.keep(set('b'));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(copy.mock.calls.slice(1).every(([{ id }]) => id === 'b')).toBe(true);
});

test('a store that gives nothing keeps nobody from its visitors for ever, nor does one on this machine', async () => {
  const copies = new LocalCopies(jest.fn().mockRejectedValue(new Error('down')), jest.fn());
  copies.keep(set('a'));
  await jest.advanceTimersByTimeAsync(31_000);
  copies.stop();
  expect([copies.isReady, new LocalCopies(undefined, jest.fn()).isReady]).toEqual([true, true]);
});
