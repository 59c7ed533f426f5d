import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChrome, findProgram } from '../run/find-program';

const isThere = (): boolean => {
  try {
    return findChrome() !== '';
  } catch {
    return false;
  }
};

/** For journeys; without it they take the whole browser, and twice the time. */
const SHELL = 'chromium-headless-shell';

/** A desktop has Times or its free twin of the same widths: tests of late typefaces measure against it. */
const TYPEFACE = 'fonts-liberation';

const isLinuxWithoutTimes = (): boolean => {
  const { status, stdout } = spawnSync('fc-match', ['Times New Roman'], { encoding: 'utf8' });
  return status === 0 && !/Times|Liberation Serif|Tinos/.test(stdout);
};

/** Sees to it that there is a Chromium: on Debian, as root, it is installed. @throws saying what to do otherwise */
export function ensureChromium(): void {
  const missing = [...(isThere() ? [] : ['chromium']), ...(findProgram(SHELL) ? [] : [SHELL])];
  if (missing.length > 0 && !installDebian('Chromium', missing) && missing.includes('chromium'))
    installDebian('Chromium', ['chromium']);
  findChrome();
  if (isLinuxWithoutTimes()) installDebian('a typeface', [TYPEFACE]);
}

/** What the journeys in other engines need, by the Debian package that brings it. */
const PROGRAMS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/** Installs Firefox and WebKit where that is allowed. Elsewhere their journeys are reported as skipped. */
export function ensureEngines(): void {
  const missing = Object.entries(PROGRAMS).flatMap(([program, name]) => (findProgram(program) ? [] : [name]));
  if (missing.length > 0 && !installDebian('Firefox and WebKit', missing))
    console.log(`Not on this machine, and not ours to install: ${missing.join(', ')}. Their journeys are skipped.`);
}

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
