import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @returns the Chromium named by CHROME_PATH, else the first on PATH. @throws when there is none that runs */
export function findChrome(env: NodeJS.ProcessEnv = process.env): string {
  const folders = (env.PATH ?? '').split(delimiter);
  const candidates = env.CHROME_PATH
    ? [env.CHROME_PATH]
    : folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = candidates.find(runs);
  if (found) return found;
  throw new Error(
    env.CHROME_PATH
      ? `CHROME_PATH: ${env.CHROME_PATH} is no program that can be run.`
      : 'No Chromium found. Install one (apt-get install chromium) or name it in CHROME_PATH.',
  );
}
