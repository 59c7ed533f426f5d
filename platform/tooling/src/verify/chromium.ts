import { spawnSync } from 'node:child_process';
import { findChrome } from '../run/find-chrome';
import { findProgram } from '../run/find-program';
import { installDebian } from './install-debian';

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
