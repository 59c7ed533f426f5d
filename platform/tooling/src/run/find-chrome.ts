import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (names: readonly string[], { PATH = '' }: NodeJS.ProcessEnv): string | undefined =>
  PATH.split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(runs);

/** @returns the Chromium named by CHROME_PATH, else the first on PATH. @throws when there is none that runs */
export function findChrome(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CHROME_PATH) {
    if (runs(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new Error(`CHROME_PATH: ${env.CHROME_PATH} is not a program that can be run.`);
  }
  const found = onPath(NAMES, env);
  if (found) return found;
  throw new Error('No Chromium found. Install one (apt-get install chromium) or name it in CHROME_PATH.');
}

/**
 * Chromium's headless shell: the same pages without windows, tabs and a toolbar, which cost more than half of the work
 * that a short visit is.
 * @returns as {@link findChrome} where there is none, or a browser is named. @throws as findChrome
 */
export function findHeadlessChrome(env: NodeJS.ProcessEnv = process.env): string {
  const shell = env.CHROME_PATH ? undefined : onPath(HEADLESS_NAMES, env);
  return shell ?? findChrome(env);
}
