import { nextState, type PoolEvent } from './guest-pool';

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
