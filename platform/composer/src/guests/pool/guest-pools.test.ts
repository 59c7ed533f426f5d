import type { LoadedRelease } from '../../releases/release-set';
import { answeringGuest } from '../../testing/answering-guest';
import { RenderTask } from '../render-task';
import type { GuestRequests } from '../wire/protocol';
import { Circuit, GuestPool, GuestPools, nextState, type PoolEvent, Quarantine } from './guest-pools';

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
