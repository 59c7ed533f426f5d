import { setTimeout as pause } from 'node:timers/promises';

/** A loop without a pause would take the processor from the awaited work. */
const POLL_MS = 50;

/**
 * Polls until `ask` returns a truthy value, for `limitMs` milliseconds at most.
 * @returns that value
 * @throws naming `what` when the limit has passed
 */
export async function eventually<T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | undefined | false>,
  pollMs = POLL_MS,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
    await pause(pollMs);
  }
}
