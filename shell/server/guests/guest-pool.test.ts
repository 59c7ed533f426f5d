import type { Guest } from './guest';
import { GuestPool } from './guest-pool';
import { RenderTask } from './render-task';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Answers at once. */
function answeringGuest(onChange: (guest: Guest) => void): Guest {
  const guest = {
    ended: new Promise(() => {}),
    isReady: true,
    isIdle: true,
    canTake: () => true,
    take: (task: RenderTask) => task.resolve('page'),
    load: () => onChange(guest),
    kill: () => {},
  } as unknown as Guest;
  return guest;
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
