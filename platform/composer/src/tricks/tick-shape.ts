import { executionAsyncResource } from 'node:async_hooks';

/** What Node's queue held for one tick. */
const kept: object[] = [];

/**
 * Keeps `process.nextTick` as fast as at the start; each request uses it several times. V8 makes an object of that queue by the
 * hidden class of the last one. The first full garbage collection that finds no such object drops the class, and V8 does not learn it
 * again. A tick then takes 0.4 µs instead of 0.07 until the process ends. One referenced object keeps the class. Call this at the start,
 * before a full collection. docs/decisions/0200 has the numbers, and the test says when this may go.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
