import type { Browser } from 'playwright-core';
import { launchChrome } from '../../../run/launch-chrome';

/** `gc` and exact heap figures are for the check of what a remote leaves behind. */
export const launchForGate = (): Promise<Browser> => launchChrome({ args: ['--js-flags=--expose-gc'] });
