import { join } from 'node:path';
import { freePort } from '@wholepage/tooling/free-port';
import { startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { npmProgram } from '../measure/npm-program';
import { COUNTS, PART_HTML } from './store';

const START_MS = 10_000;

/** A layout of Podium in one process and its podlets in another: what a team would pick instead. */
export interface Podium {
  /** Address of the page with so many podlets. */
  page(count: number): string;
  stop(): Promise<void>;
}

/** @throws Error when it does not start */
export async function startPodium(): Promise<Podium> {
  const folder = await npmProgram('podium');
  const start = async (program: string, ...words: string[]) => {
    const port = await freePort();
    const service = startService(program, {
      args: [join(folder, `${program}.mjs`), String(port), ...words],
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
      onLine: () => {},
    });
    const origin = `http://127.0.0.1:${port}`;
    await waitUntilHealthy(service, `${origin}/up`, START_MS);
    return { service, origin };
  };
  const podlets = await start('podlets', PART_HTML);
  const layout = await start('layout', podlets.origin, ...COUNTS.map(String));
  return {
    page: (count) => `${layout.origin}/${count}`,
    stop: () => stopServices([layout.service, podlets.service]),
  };
}
