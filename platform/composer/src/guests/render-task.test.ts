import { RenderTask } from './render-task';
import type { GuestRequests } from './wire/protocol';

const answered = async () => 'answer';
const never = (signal: AbortSignal) =>
  new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const task = (): RenderTask => {
  const made = new RenderTask('page', {} as GuestRequests['page'], 1_000);
  made.done.catch(() => {});
  return made;
};

test('another try may wait for the API as long as the first, and get as many bytes', async () => {
  const page = task();
  const waiting = expect(page.allowance.spend(never)).rejects.toThrow('longer than 4000 ms');
  await jest.advanceTimersByTimeAsync(4_000);
  await waiting;
  page.allowance.receive(8 * 1024 * 1024);
  await expect(page.allowance.spend(answered)).rejects.toThrow('longer than 4000 ms');
  page.restart();
  await expect(page.allowance.spend(answered)).resolves.toBe('answer');
  expect(() => page.allowance.receive(8 * 1024 * 1024)).not.toThrow();
  expect(() => page.allowance.receive(1)).toThrow('answers of the API longer');
  page.reject(new Error('over'));
});

test('another try has its whole time, and nobody waits for the calls of the first', async () => {
  const page = task();
  const timeUp = jest.fn();
  page.onTimeUp = timeUp;
  page.resume();
  await jest.advanceTimersByTimeAsync(900);
  const first = expect(page.allowance.spend(never)).rejects.toThrow('no longer waited for');
  page.restart();
  await first;
  page.resume();
  await jest.advanceTimersByTimeAsync(900);
  expect([timeUp.mock.calls.length, page.retries]).toEqual([0, 1]);
  await jest.advanceTimersByTimeAsync(200);
  expect(timeUp).toHaveBeenCalledTimes(1);
  page.reject(new Error('over'));
});
