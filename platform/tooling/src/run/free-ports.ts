import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

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
