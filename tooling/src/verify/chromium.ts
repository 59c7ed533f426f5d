import { findChrome } from '../run/find-chrome';
import { installDebian } from './install-debian';

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
  installDebian('Chromium', ['chromium']);
  findChrome();
}
