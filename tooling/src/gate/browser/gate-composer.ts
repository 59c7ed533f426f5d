import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../run/free-port';
import { startService, stopServices, waitUntilHealthy } from '../../run/spawn';

const START_TIMEOUT_MS = 30_000;

export interface RunningGateComposer {
  origin: string;
  /** What it logged as an error since the last call: renders that failed, releases that were refused. */
  errors(): string[];
  stop(): Promise<void>;
}

const errorOf = (line: string): string | undefined => {
  try {
    const { level, event, reason = '', path = '' } = JSON.parse(line) as Record<string, string>;
    return level === 'error' ? [event, path, reason].filter(Boolean).join(': ') : undefined;
  } catch {
    return undefined;
  }
};

/** A composer that serves this store, with the limits that guests have on the site. */
export async function startGateComposer(file: string, place: string, apiOrigin: string): Promise<RunningGateComposer> {
  const data = await mkdtemp(join(tmpdir(), 'verify-composer-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const errors: string[] = [];
  let lastLine = '';
  const service = startService('composer', {
    args: [file],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: data,
      RELEASES_URL: place,
      SITE_ORIGIN: origin,
      API_ORIGIN: apiOrigin,
    },
    onLine: (line) => {
      lastLine = line || lastLine;
      const error = errorOf(line);
      if (error) errors.push(error);
    },
  });
  const stop = async () => {
    await stopServices([service]);
    await rm(data, { recursive: true, force: true });
  };
  try {
    await waitUntilHealthy(service, `${origin}/healthz`, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw new Error(`The composer did not start: ${lastLine}`, { cause: error });
  }
  return { origin, errors: () => errors.splice(0), stop };
}
