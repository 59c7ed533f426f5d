import { freePort } from '../../run/free-port';
import { startService, stopServices, waitUntilHealthy } from '../../run/spawn';
import { type RenderError, renderErrorOf } from './render-error';

const START_TIMEOUT_MS = 30_000;

export interface RunningGateComposer {
  origin: string;
  /** Why renders of this path failed since the last call, and what ended the processes that render. */
  renderErrors(path: string): string[];
  stop(): Promise<void>;
}

async function start(file: string, dataDir: string, apiOrigin: string): Promise<RunningGateComposer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let errors: RenderError[] = [];
  let lastLine = '';
  const service = startService('composer', {
    args: [file],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      COMPOSER_PRIVATE_PORT: '0',
      DATA_DIR: dataDir,
      RELEASES_URL: '',
      RELEASE_KEYS: '',
      SITE_ORIGIN: origin,
      API_ORIGIN: apiOrigin,
    },
    onLine: (line) => {
      lastLine = line || lastLine;
      const error = renderErrorOf(line);
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
  return {
    origin,
    renderErrors(path) {
      const own = errors.filter((error) => (error.path ?? path) === path);
      errors = errors.filter((error) => !own.includes(error));
      return own.map(({ text }) => text);
    },
    stop,
  };
}

/**
 * A composer that serves the store in this folder, with the limits that guests have on the site. A machine that is busy
 * for a moment keeps the shell from being tried out in time: it is started a second time then.
 * @throws Error in one sentence when it cannot serve the store
 */
export const startGateComposer = (...given: Parameters<typeof start>): Promise<RunningGateComposer> =>
  start(...given).catch(() => start(...given));
