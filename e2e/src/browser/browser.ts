import { findChrome, launchChrome } from '@wholepage/tooling/find-program';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { startLightDrawings } from './light-drawings';

/** Fetching, decoding and painting pictures is a fifth of the work of a page. */
const NO_PICTURES = '--blink-settings=imagesEnabled=false';
/** Asks for reduced motion: the processor paints animations, a quarter of the work of a journey. */
const NO_MOTION = '--force-prefers-reduced-motion';

export const launch = (): Promise<Browser> => launchChrome();

/** For journeys that look at no picture, and whose steps animations may disturb. */
export const launchWithoutPictures = (): Promise<Browser> => launchChrome({ args: [NO_PICTURES] });

/** For journeys that look at no picture and need no animation. */
export const launchAtRest = (): Promise<Browser> => launchChrome({ args: [NO_PICTURES, NO_MOTION] });

/** For journeys that test the place of pictures, not their content: painting our drawings is two fifths of the work of a page. */
export async function launchWithLightDrawings(args: readonly string[] = []): Promise<Browser> {
  const [drawings, browser] = await Promise.all([startLightDrawings(), launchChrome({ args: [...args] })]);
  // Without `<-loopback>` browsers bypass the proxy for this machine's own addresses.
  const proxy = { server: `http://127.0.0.1:${drawings.port}`, bypass: '<-loopback>' };
  const { newContext, close } = browser;
  return Object.assign(browser, {
    newContext: (options: BrowserContextOptions = {}) => newContext({ proxy, ...options }),
    close: () => close().finally(() => drawings.close()),
  });
}

export const launchWithLightDrawingsAtRest = (): Promise<Browser> => launchWithLightDrawings([NO_MOTION]);

/** The whole Chrome instead of the headless shell: it has features beyond showing pages, such as autofill. */
export const launchWhole = (): Promise<Browser> => launchChrome({ executablePath: findChrome() });

/** The whole browser, for autofill and the back/forward cache. */
export const launchWholeAtRest = (): Promise<Browser> =>
  launchChrome({
    executablePath: findChrome(),
    args: [NO_PICTURES, NO_MOTION],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

/** Timeout of one action or wait, on slow machines too. */
const PATIENCE_MS = 90_000;

/** Address of the site under test. */
export const SITE = process.env.SITE ?? 'http://localhost:3000';

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface Visit {
  page: Page;
  /** Uncaught errors and the console's errors, failed loads among them. */
  errors: string[];
  close(): Promise<void>;
}

/** True for a refused report: all tests share one network address, whose reports per minute the composer limits. */
const isReportTooMany = (error: string): boolean => /status of 429 .*\/_reports$/.test(error);

/** Collects the page's errors from now on. @returns the list that grows with them */
export function noteErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    // Chromium's message about a failed load does not name the file.
    const error = text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text;
    if (message.type() === 'error' && !isReportTooMany(error)) errors.push(error);
  });
  return errors;
}

/** Opens a visitor's own context: fresh storage, and every error of the page noted. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: SITE, viewport: DESKTOP, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return { page, errors: noteErrors(page), close: () => context.close() };
}

/** Polls by timer: frames come late on a busy machine, and never to a page in the background. */
const POLLING = { polling: 50 };

/** Waits until the remote of this page responds to the visitor: its React root is in the slot. */
export const alive = (page: Page | Frame): Promise<unknown> =>
  page.waitForFunction(
    () => {
      const slot = document.querySelector('#slot');
      return slot !== null && Object.keys(slot).some((key) => key.startsWith('__reactContainer'));
    },
    undefined,
    POLLING,
  );
