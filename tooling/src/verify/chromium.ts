import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const found = (): boolean => {
  const { CHROME_PATH, PATH = '' } = process.env;
  if (CHROME_PATH) return existsSync(CHROME_PATH);
  return PATH.split(delimiter).some((folder) => NAMES.some((name) => existsSync(join(folder, name))));
};

/** Sees to it that there is a Chromium: on Debian, as root, it is installed. @throws saying what to do otherwise */
export function ensureChromium(): void {
  if (found()) return;
  const aptGet = '/usr/bin/apt-get';
  if (process.getuid?.() === 0 && existsSync(aptGet)) {
    console.log('Installing Chromium for the browser tests …');
    const apt = (...args: string[]) =>
      spawnSync(aptGet, args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
    if (found()) return;
  }
  throw new Error(
    'No Chromium found for the browser tests. Install it (apt-get install chromium) or name it in CHROME_PATH.',
  );
}
