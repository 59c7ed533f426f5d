import { executionAsyncResource } from 'node:async_hooks';

/** The object that Node's queue held for one tick. */
const kept: object[] = [];

/**
 * Keeps `process.nextTick` as fast as at the start; each request uses it several times. V8 creates the objects of that
 * queue by the hidden class of the last one. The first full garbage collection without such an object drops the class
 * for good, and a tick then takes 0.4 µs instead of 0.07. One referenced object keeps the class. Call this at the
 * start, before a full collection. docs/decisions/0200 has the numbers, and the test says when this may go.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
