import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChrome } from '../run/find-chrome';

const isThere = (): boolean => {
  try {
    return findChrome() !== '';
  } catch {
    return false;
  }
};

/** Sees to it that there is a Chromium: on Debian, as root, it is installed. @throws saying what to do otherwise */
export function ensureChromium(): void {
  if (isThere()) return;
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
  }
  findChrome();
}
