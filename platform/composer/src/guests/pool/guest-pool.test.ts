import { answeringGuest } from '../../testing/answering-guest';
import { RenderTask } from '../render-task';
import type { GuestRequests } from '../wire/protocol';
import { GuestPool } from './guest-pool';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('tells when it rests, after a minute without a visitor, and works again for who comes then', async () => {
  const onRest = jest.fn();
  const pool = new GuestPool({
    manifest: { app: 'mf-blog', version: '1.0.0' },
    readCode: async () => '',
    processes: 1,
    newGuest: answeringGuest,
    onGuestEnded: jest.fn(),
    onWork: jest.fn(),
    onRest,
  });
  const visit = () => pool.run(new RenderTask('layout', {} as GuestRequests['layout'], 1_000));
  expect(await visit()).toBe('page');
  jest.advanceTimersByTime(59_000);
  expect(await visit()).toBe('page');
  jest.advanceTimersByTime(59_000);
  expect(onRest).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1_000);
  expect(onRest).toHaveBeenCalledTimes(1);
  expect(await visit()).toBe('page');
});
