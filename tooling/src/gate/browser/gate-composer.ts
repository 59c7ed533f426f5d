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

/** A composer that serves the store in this folder, with the limits that guests have on the site. */
export async function startGateComposer(
  file: string,
  dataDir: string,
  apiOrigin: string,
): Promise<RunningGateComposer> {
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
      DATA_DIR: dataDir,
      RELEASES_URL: '',
      RELEASE_KEYS: '',
      SITE_ORIGIN: origin,
      API_ORIGIN: apiOrigin,
    },
    onLine: (line) => {
      lastLine = line || lastLine;
      const error = errorOf(line);
      if (error) errors.push(error);
    },
  });
  const stop = () => stopServices([service]);
  try {
    await waitUntilHealthy(service, `${origin}/healthz`, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw new Error(`The composer did not start: ${lastLine}`, { cause: error });
  }
  return { origin, errors: () => errors.splice(0), stop };
}
