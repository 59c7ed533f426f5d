import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to programs that take any. Nobody else takes a port
 * that its owner has not opened yet.
 */
const FIRST = 20_000;
const COUNT = 12_000;
/** Processes that run side by side look in different places. */
const EACH = 61;

let next = process.pid * EACH;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port of this machine that is free now, and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < COUNT; looked += 1) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}
