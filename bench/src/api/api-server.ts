import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServers } from '@wholepage/tooling/build-all';
import { freePort } from '@wholepage/tooling/free-port';
import { serviceArguments } from '@wholepage/tooling/services';
import { startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';

const START_TIMEOUT_MS = 60_000;

/** The API as it ships, on a data folder of its own, with its memory watched. */
interface MeasuredApi {
  url: string;
  dataDir: string;
  /** Largest resident memory of the API so far, without PostgreSQL, in MB. Linux keeps it, so nothing is missed. */
  peakMemory(): number;
  stop(): Promise<void>;
}

const peakOf = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Builds the API and starts it. @param env settings beside those of a measurement */
export async function startMeasuredApi(env: Record<string, string> = {}): Promise<MeasuredApi> {
  await buildServers();
  const base = await mkdtemp(join(tmpdir(), 'api-bench-'));
  // The database runs as a user of its own when we are root.
  await chmod(base, 0o755);
  const dataDir = join(base, 'var');
  const port = env.API_PORT ?? String(await freePort());
  const service = startService('api', {
    args: await serviceArguments('api'),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      API_PORT: port,
      API_PRIVATE_PORT: '0',
      API_HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
    // A line for each request is part of the API's work, and of no interest here.
    onLine: () => {},
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(service, `${url}/readyz`, START_TIMEOUT_MS);
  return {
    url,
    dataDir,
    peakMemory: () => peakOf(service.child.pid),
    stop: async () => {
      await stopServices([service]);
      await rm(base, { recursive: true, force: true });
    },
  };
}
