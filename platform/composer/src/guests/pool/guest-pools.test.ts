import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { LoadedRelease } from '../../releases/release-set';
import { answeringGuest } from '../../testing/answering-guest';
import { RenderTask } from '../render-task';
import type { GuestRequests } from '../wire/protocol';
import { type EndedGuest, GuestProcess, type GuestWatcher, type PoolGuest } from './guest';
import { Ahead, Circuit, GuestPool, GuestPools, nextState, type PoolEvent, Quarantine } from './guest-pools';

describe('pools', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const release = (id: string) =>
    ({ manifest: { app: 'mf-blog', version: id }, code: { id, read: async () => '' } }) as LoadedRelease;

  test('a release has one pool for as long as it is visited, and is forgotten when it rests', async () => {
    const pools = new GuestPools({
      processes: 1,
      newGuest: answeringGuest,
      onGuestEnded: jest.fn(),
      onWork: jest.fn(),
    });
    const [old, current] = [release('1.0.0'), release('1.0.1')];
    const pool = pools.of(old);
    expect(await pool.run(new RenderTask('layout', {} as GuestRequests['layout'], 1_000))).toBe('page');
    expect(pools.of(old)).toBe(pool);
    expect(pools.of(current)).not.toBe(pool);
    jest.advanceTimersByTime(60_000);
    expect(pools.of(old)).not.toBe(pool);
  });

  test('tells when it rests, after a minute without a visitor, and works again for who comes then', async () => {
    const onRest = jest.fn();
    const options = { processes: 1, newGuest: answeringGuest, onGuestEnded: jest.fn(), onWork: jest.fn() };
    const pool = new GuestPool(release('1.0.0'), options, onRest);
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

  test('a pool recovers from a process that did not start by one that works', () => {
    expect(nextState('open', 'not started')).toBe('recovering');
    expect(nextState('recovering', 'not started')).toBe('recovering');
    expect(nextState('recovering', 'ready')).toBe('open');
  });

  test.each<PoolEvent>(['ready', 'not started', 'close'])('a closed pool stays closed after "%s"', (event) => {
    expect(nextState('closed', event)).toBe('closed');
  });

  test.each(['open', 'recovering'] as const)('a pool that is %s can be closed', (state) => {
    expect(nextState(state, 'close')).toBe('closed');
  });

  let now: number;
  let circuit: Circuit;
  beforeEach(() => {
    now = 0;
    circuit = new Circuit(() => now);
  });

  describe('a release that breaks the protocol', () => {
    test('is quarantined at the third time in a minute, for half a minute', () => {
      const quarantine = new Quarantine(() => now);
      expect([quarantine.violated('a'), quarantine.violated('a'), quarantine.violated('a')]).toEqual([
        false,
        false,
        true,
      ]);
      now = 29_999;
      expect([quarantine.admits('a'), quarantine.admits('b')]).toEqual([false, true]);
      now = 30_000;
      expect(quarantine.admits('a')).toBe(true);
    });

    test('is not for a violation now and then', () => {
      const quarantine = new Quarantine(() => now);
      for (now = 0; now < 600_000; now += 30_001) expect(quarantine.violated('a')).toBe(false);
    });
  });

  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) circuit.failed('mf-blog');
  };

  it('asks again after one failure and after two', () => {
    fail(2);
    expect(circuit.admits('mf-blog')).toBe(true);
  });

  it('leaves alone what failed three times, for five seconds, and nobody else', () => {
    fail(3);
    now = 4_999;
    expect(circuit.admits('mf-blog')).toBe(false);
    expect(circuit.admits('mf-courses')).toBe(true);
  });

  it('leaves nothing alone for longer when the clock is set back', () => {
    circuit = new Circuit(undefined, 0);
    fail(3);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    expect(circuit.admits('mf-blog')).toBe(true);
    jest.restoreAllMocks();
  });

  it('lets one through after that, and no other until it is known what became of it', () => {
    fail(3);
    now = 5_000;
    expect([circuit.admits('mf-blog'), circuit.admits('mf-blog')]).toEqual([true, false]);
    circuit.succeeded('mf-blog');
    expect(circuit.admits('mf-blog')).toBe(true);
  });

  it('leaves it alone again when that one fails', () => {
    fail(3);
    now = 5_000;
    circuit.admits('mf-blog');
    fail(1);
    now = 9_999;
    expect(circuit.admits('mf-blog')).toBe(false);
  });

  it('lets another through when that one came to nothing', () => {
    fail(3);
    now = 5_000;
    circuit.admits('mf-blog');
    circuit.undecided('mf-blog');
    expect([circuit.admits('mf-blog'), circuit.admits('mf-blog')]).toEqual([true, false]);
  });

  it('holds nothing against a release that is not left alone and of which one came to nothing', () => {
    fail(2);
    circuit.undecided('mf-blog');
    expect([circuit.admits('mf-blog'), circuit.admits('mf-blog')]).toEqual([true, true]);
    circuit.undecided('mf-courses');
    expect([circuit.admits('mf-courses'), circuit.admits('mf-courses')]).toEqual([true, true]);
  });

  it('forgets failures at the first success', () => {
    fail(2);
    circuit.succeeded('mf-blog');
    fail(1);
    expect(circuit.admits('mf-blog')).toBe(true);
  });
});

describe('failures in a pool', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const RELEASE = {
    manifest: { app: 'mf-blog', version: '1.0.0' },
    code: { id: 'a', read: async () => '' },
  } as LoadedRelease;
  const task = () => new RenderTask('layout', {} as GuestRequests['layout'], 1_000);

  /** A guest with one task at a time, which ends on demand. */
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

  /** A guest that ends before it is ready. */
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
    // The first guest works. The second, requested after 60 ms, fails to start.
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
});

describe('work sent ahead', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const task = () => new RenderTask('fragment', {} as GuestRequests['fragment'], 1_000);

  /** Runs one turn of this length, which measures the speed of the guest. */
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
});

describe('the launch of a guest', () => {
  const OPTIONS = { guestFile: '/nowhere/guest.mjs', memoryMb: 100 };
  afterEach(() => void jest.restoreAllMocks());

  test('a process that cannot be started has ended, for no fault of a release', async () => {
    jest.spyOn(childProcess, 'spawn').mockImplementation(() => {
      throw new Error('spawn EMFILE');
    });
    const guest = new GuestProcess(OPTIONS);
    expect(await guest.ended).toMatchObject({ cause: 'machine', why: expect.stringContaining('EMFILE') });
    expect([guest.pid, guest.pipe]).toEqual([undefined, undefined]);
  });

  test('as has one that Node gives no pipes, and tells of later', async () => {
    const child = new EventEmitter();
    jest.spyOn(childProcess, 'spawn').mockReturnValue(child as childProcess.ChildProcess);
    const guest = new GuestProcess(OPTIONS);
    child.emit('error', new Error('spawn EMFILE'));
    expect(await guest.ended).toMatchObject({ cause: 'machine' });
  });
});
