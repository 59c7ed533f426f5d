import type { IncomingMessage } from 'node:http';
import { RefusedError } from '../errors';

/** Pace of a body in bytes per second, and how long it may be slower at first, in milliseconds. */
export interface Pace {
  bytesPerSecond: number;
  graceMs: number;
  lookEveryMs: number;
}

/** Slower than any line over which somebody sends a picture. */
const LEAST: Pace = { bytesPerSecond: 4096, graceMs: 10_000, lookEveryMs: 1000 };

const TOO_SLOW = 'This took too long to arrive. Please send it again.';

/**
 * Does work that reads a body, unless it trickles: a body that holds a place without sending keeps it from others. Time in
 * which it waits for us does not count.
 * @throws RefusedError 408 when it is too slow
 */
export async function atLeastSpeed<T>(
  request: IncomingMessage,
  work: () => Promise<T>,
  pace: Pace = LEAST,
): Promise<T> {
  const before = request.socket.bytesRead;
  let countedMs = 0;
  let refuse: (reason: RefusedError) => void = () => undefined;
  const slow = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  const timer = setInterval(() => {
    if (request.complete || request.isPaused()) return;
    countedMs += pace.lookEveryMs;
    const wanted = ((countedMs - pace.graceMs) / 1000) * pace.bytesPerSecond;
    if (countedMs > pace.graceMs && request.socket.bytesRead - before < wanted) refuse(new RefusedError(408, TOO_SLOW));
  }, pace.lookEveryMs);
  try {
    return await Promise.race([work(), slow]);
  } finally {
    clearInterval(timer);
  }
}
