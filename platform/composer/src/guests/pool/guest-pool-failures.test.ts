import type { LoadedRelease } from '../../releases/release-set';
import { answeringGuest } from '../../testing/answering-guest';
import { RenderTask } from '../render-task';
import type { GuestRequests } from '../wire/protocol';
import type { EndedGuest, GuestWatcher, PoolGuest } from './guest';
import { GuestPool, GuestPools } from './guest-pools';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const RELEASE = {
  manifest: { app: 'mf-blog', version: '1.0.0' },
  code: { id: 'a', read: async () => '' },
} as LoadedRelease;
const task = () => new RenderTask('layout', {} as GuestRequests['layout'], 1_000);

/** Takes one task at a time, and finishes it on demand. */
function busyGuest({ onChange }: GuestWatcher) {
  let current: RenderTask | undefined;
  const guest: PoolGuest = {
    pid: undefined,
    ended: new Promise<EndedGuest>(() => {}),
    isReady: true,
    isComputing: false,
    get isIdle() {
      return !current;
    },
    get isFree() {
      return !current;
    },
    canTake: () => !current,
    take: (next: RenderTask) => {
      current = next;
    },
    load: () => onChange(guest),
    kill: () => {},
  };
  return {
    guest,
    finish() {
      const done = current;
      current = undefined;
      done?.resolve('page');
      onChange(guest);
    },
  };
}

/** Ends before it is ready. */
const failingGuest = (): PoolGuest => ({
  pid: undefined,
  ended: Promise.resolve({
    why: 'could not be started',
    cause: 'machine',
    wasReady: false,
    computing: undefined,
    waiting: [],
  }),
  isReady: false,
  isComputing: false,
  isIdle: true,
  isFree: false,
  canTake: () => false,
  take: () => {},
  load: () => {},
  kill: () => {},
});

const pool = (newGuest: (watcher: GuestWatcher) => PoolGuest) =>
  new GuestPool(RELEASE, { processes: 2, newGuest, onGuestEnded: jest.fn(), onWork: jest.fn() }, jest.fn());

test('a second process that cannot be started takes no page from the first', async () => {
  let first: ReturnType<typeof busyGuest> | undefined;
  const guests = pool((watcher) => {
    if (first) return failingGuest();
    first = busyGuest(watcher);
    return first.guest;
  });
  await guests.warm();
  const pages = Array.from({ length: 24 }, () => guests.run(task()));
  await jest.advanceTimersByTimeAsync(500);
  for (let turn = 0; turn < 24; turn += 1) first?.finish();
  expect(await Promise.all(pages)).toEqual(Array.from({ length: 24 }, () => 'page'));
});

test('a page for which no process can be started is refused for the machine’s sake, not the release’s', async () => {
  await expect(pool(failingGuest).run(task())).rejects.toMatchObject({ name: 'GuestBusyError' });
});

test('a pool that is closed starts no process, and refuses pages at once', async () => {
  const newGuest = jest.fn(failingGuest);
  const closed = pool(newGuest);
  await closed.close();
  await expect(closed.run(task())).rejects.toMatchObject({ name: 'GuestEndedError' });
  await expect(closed.warm()).rejects.toMatchObject({ name: 'GuestEndedError' });
  await jest.advanceTimersByTimeAsync(2_000);
  expect(newGuest).not.toHaveBeenCalled();
});

test('a pool whose process did not start tries the next one a second later', async () => {
  const started: PoolGuest[] = [];
  const guests = pool((watcher) => {
    const guest = started.length === 1 ? failingGuest() : busyGuest(watcher).guest;
    started.push(guest);
    return guest;
  });
  const pages = Promise.allSettled(Array.from({ length: 4 }, () => guests.run(task())));
  // The first works; the second, after 60 ms, does not start.
  await jest.advanceTimersByTimeAsync(100);
  expect(started).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(800);
  expect(started).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(200);
  expect(started).toHaveLength(3);
  await jest.advanceTimersByTimeAsync(30_000);
  await pages;
});

test('a pool that rests leaves its successor alone', async () => {
  const pools = new GuestPools({
    processes: 1,
    newGuest: answeringGuest,
    onGuestEnded: jest.fn(),
    onWork: jest.fn(),
  });
  const of = () => pools.of(RELEASE);
  await of().run(task());
  await jest.advanceTimersByTimeAsync(60_000);
  const successor = of();
  await successor.run(task());
  await jest.advanceTimersByTimeAsync(59_000);
  expect(of()).toBe(successor);
});

test('a page is waited for half a minute, wherever it waits', async () => {
  let first: ReturnType<typeof busyGuest> | undefined;
  const guests = pool((watcher) => {
    first = busyGuest(watcher);
    return first.guest;
  });
  const [taken, queued] = [guests.run(task()), guests.run(task())];
  const outcomes = Promise.allSettled([taken, queued]);
  await jest.advanceTimersByTimeAsync(30_000);
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
