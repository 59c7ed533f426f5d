import type { Guest } from './guest';
import { GuestPool } from './guest-pool';
import { RenderTask } from './render-task';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Answers at once, and ends when it is told to. */
function answeringGuest(onChange: (guest: Guest) => void): Guest {
  const { promise: ended, resolve } = Promise.withResolvers<{ why: string; tasks: RenderTask[] }>();
  const guest = {
    ended,
    isReady: true,
    isIdle: true,
    canTake: () => true,
    take: (task: RenderTask) => task.resolve('page'),
    load: () => onChange(guest as Guest),
    kill: (why: string) => resolve({ why, tasks: [] }),
  };
  return guest as unknown as Guest;
}

test('tells when it rests, after a minute without a visitor, and works again for who comes then', async () => {
  const onRest = jest.fn();
  const pool = new GuestPool({
    manifest: { app: 'mf-blog', version: '1.0.0' },
    readCode: async () => '',
    processes: 1,
    newGuest: answeringGuest,
    onGuestEnded: jest.fn(),
    onRest,
  });
  const visit = () => pool.run(new RenderTask('frame', {} as never, 1_000));
  expect(await visit()).toBe('page');
  jest.advanceTimersByTime(59_000);
  expect(await visit()).toBe('page');
  jest.advanceTimersByTime(59_000);
  expect(onRest).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1_000);
  expect(onRest).toHaveBeenCalledTimes(1);
  expect(await visit()).toBe('page');
});
