import { setTimeout as pause } from 'node:timers/promises';

/** A loop without a pause takes the processor from what it waits for. */
const POLL_MS = 50;

/**
 * Asks again and again until it is so.
 * @returns what it then is
 * @throws naming what did not come true within the limit, in milliseconds
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
