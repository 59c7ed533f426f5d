import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findHeadlessChrome } from './find-chrome';

/** Chromium starts nothing and asks for nothing by itself. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium for tests, checks and measurements: its headless shell, unless `executablePath` names another. */
export const launchChrome = ({ args = [], ...more }: LaunchOptions = {}): Promise<Browser> => {
  const rights = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: findHeadlessChrome(), ...more, args: [...QUIET, ...args, ...rights] });
};
