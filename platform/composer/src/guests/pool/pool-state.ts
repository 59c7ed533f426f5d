/**
 * What a pool may do:
 * - `open`: it starts processes as pages need them;
 * - `recovering`: the last process did not start, so the next one waits until the machine has recovered;
 * - `closed`: it starts no process and takes no page.
 */
export type PoolState = 'open' | 'recovering' | 'closed';

/** `ready`: a process works. `not started`: one ended before it was ready. `close`: the composer ends. */
export type PoolEvent = 'ready' | 'not started' | 'close';

const NEXT: Readonly<Record<PoolState, Readonly<Record<PoolEvent, PoolState>>>> = {
  open: { ready: 'open', 'not started': 'recovering', close: 'closed' },
  recovering: { ready: 'open', 'not started': 'recovering', close: 'closed' },
  closed: { ready: 'closed', 'not started': 'closed', close: 'closed' },
};

/** The state of a pool after an event. */
export const nextState = (state: PoolState, event: PoolEvent): PoolState => NEXT[state][event];
