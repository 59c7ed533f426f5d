import { SITE_DIR } from '../../../paths';
import { freePort } from '../../../run/free-port';
import { startService, stopServices, waitUntilHealthy } from '../../../run/spawn';
import { type FragmentError, fragmentErrorOf, isNesting, type RenderError, renderErrorOf } from './render-error';

const START_TIMEOUT_MS = 30_000;
const MOST_ERRORS = 1_000;

export interface RunningGateComposer {
  origin: string;
  /** Why renders of this path failed since the last call, and what ended the processes that render. */
  renderErrors(path: string): string[];
  /** Why this fragment was left out of pages. */
  fragmentErrors(of: string): string[];
  /** Fragments that were left out because of where they stand, once for each page. */
  nesting(): FragmentError[];
  stop(): Promise<void>;
}

async function start(
  file: string,
  dataDir: string,
  apiOrigin: string,
  backEnds?: Readonly<Record<string, string>>,
): Promise<RunningGateComposer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let errors: RenderError[] = [];
  const fragmentErrors: FragmentError[] = [];
  let lastLine = '';
  const service = startService('composer', {
    args: [file],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SITE_DIR,
      PORT: String(port),
      COMPOSER_PRIVATE_PORT: '0',
      DATA_DIR: dataDir,
      RELEASES_URL: '',
      RELEASE_KEYS: '',
      SITE_ORIGIN: origin,
      API_ORIGIN: apiOrigin,
      ...(backEnds && { API_ORIGINS: JSON.stringify(backEnds) }),
    },
    onLine: (line) => {
      lastLine = line || lastLine;
      const error = renderErrorOf(line);
      if (error) errors.push(error);
      const left = fragmentErrorOf(line);
      if (left && fragmentErrors.length < MOST_ERRORS) fragmentErrors.push(left);
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
    fragmentErrors: (of) => fragmentErrors.filter(({ fragment }) => fragment === of).map(({ reason }) => reason),
    nesting() {
      const found = new Map(fragmentErrors.filter(isNesting).map((one) => [`${one.fragment} ${one.path}`, one]));
      return [...found.values()];
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
