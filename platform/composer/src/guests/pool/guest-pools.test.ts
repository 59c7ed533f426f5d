import type { LoadedRelease } from '../../releases/release-set';
import { answeringGuest } from '../../testing/answering-guest';
import { RenderTask } from '../render-task';
import type { GuestRequests } from '../wire/protocol';
import { GuestPools } from './guest-pools';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const release = (id: string) =>
  ({ manifest: { app: 'mf-blog', version: id }, code: { id, read: async () => '' } }) as LoadedRelease;

test('a release has one pool for as long as it is visited, and is forgotten when it rests', async () => {
  const pools = new GuestPools({ processes: 1, newGuest: answeringGuest, onGuestEnded: jest.fn(), onWork: jest.fn() });
  const [old, current] = [release('1.0.0'), release('1.0.1')];
  const pool = pools.of(old);
  expect(await pool.run(new RenderTask('layout', {} as GuestRequests['layout'], 1_000))).toBe('page');
  expect(pools.of(old)).toBe(pool);
  expect(pools.of(current)).not.toBe(pool);
  jest.advanceTimersByTime(60_000);
  expect(pools.of(old)).not.toBe(pool);
});
