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
 * @throws naming the first setting whose port is taken
 */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  for (const [setting, port] of Object.entries(ports)) {
    if (await isFree(port)) continue;
    throw new Error(`${setting}: ${port} is taken by another program. Stop that, or choose another: ${setting}=….`);
  }
}
