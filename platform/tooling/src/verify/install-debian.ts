import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const APT_GET = '/usr/bin/apt-get';

/** Installs packages on Debian, as root. @param what they are, for whoever waits @returns false where that is not possible */
export function installDebian(what: string, packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return false;
  console.log(`Installing ${what} for the tests …`);
  const apt = (...args: string[]) =>
    spawnSync(APT_GET, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
