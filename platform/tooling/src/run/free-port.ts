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

/** A port of this machine that is free now, and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < COUNT; looked += 1) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}

/**
 * Makes sure that nobody else listens where our programs are about to: another program's answers would pass for ours.
 * @param ports each under the name of the setting that chooses it
 * @throws naming the first setting whose port is taken, or is none
 */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  for (const [setting, port] of Object.entries(ports)) {
    if (!(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new Error(`${setting} must be a port: a whole number from 1 to 65535.`);
    if (await isFree(port)) continue;
    throw new Error(`${setting}: ${port} is taken by another program. Stop that, or choose another: ${setting}=….`);
  }
}

/** @param host whose port it is; all of this machine's unless given */
const isFree = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
