import { RenderTask } from '../render-task';
import type { GuestRequests } from '../wire/protocol';
import { Ahead } from './guest-pools';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const task = () => new RenderTask('fragment', {} as GuestRequests['fragment'], 1_000);

/** One turn of this length, after which it is known how quick its guest is. */
function turn(ahead: Ahead, ms: number): void {
  ahead.begin(true);
  jest.advanceTimersByTime(ms);
  ahead.begin(ahead.next() !== undefined);
}

test('a guest is sent work ahead once it has shown that it is quick', () => {
  const ahead = new Ahead(jest.fn());
  expect(ahead.hasRoom).toBe(false);
  turn(ahead, 5);
  expect(ahead.hasRoom).toBe(true);
  turn(ahead, 25);
  expect(ahead.hasRoom).toBe(false);
});

test('it is sent ten at most, and more when few are left', () => {
  const ahead = new Ahead(jest.fn());
  turn(ahead, 1);
  let sent = 0;
  for (; ahead.hasRoom; sent += 1) ahead.add(task());
  expect(sent).toBe(10);
  for (let left = 9; left > 2; left -= 1) {
    ahead.next();
    expect(ahead.hasRoom).toBe(false);
  }
  ahead.next();
  expect(ahead.hasRoom).toBe(true);
});

test('what waits behind a slow one is taken back in its order, and none is sent until a turn was quick again', () => {
  const onTakenBack = jest.fn();
  const ahead = new Ahead(onTakenBack);
  turn(ahead, 1);
  ahead.begin(true);
  const [one, gone, other] = [task(), task(), task()];
  for (const each of [one, gone, other]) ahead.add(each);
  ahead.remove(gone);
  jest.advanceTimersByTime(20);
  expect(onTakenBack).toHaveBeenCalledWith([one, other]);
  expect(ahead.hasRoom).toBe(false);
  expect(ahead.next()).toBeUndefined();
});
