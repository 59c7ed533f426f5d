import { type Browser, chromium } from 'playwright-core';
import { findHeadlessChrome } from '../../run/find-chrome';

/** `gc` and exact heap figures are for the check of what a remote leaves behind. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--js-flags=--expose-gc',
];

export const launchChrome = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findHeadlessChrome(),
    args: process.getuid?.() === 0 ? [...ARGUMENTS, '--no-sandbox'] : ARGUMENTS,
  });
