import { findChrome, launchChrome } from '@wholepage/tooling/find-program';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { startLightDrawings } from './light-drawings';

/** To fetch, decode and paint pictures is a fifth of the work of a page. */
const NO_PICTURES = '--blink-settings=imagesEnabled=false';
/** As for visitors who want none: what moves is painted by the processor, a quarter of the work of a journey. */
const NO_MOTION = '--force-prefers-reduced-motion';

export const launch = (): Promise<Browser> => launchChrome();

/** For journeys that look at no picture, and where what moves may be in the way. */
export const launchWithoutPictures = (): Promise<Browser> => launchChrome({ args: [NO_PICTURES] });

/** For journeys that look at no picture and at nothing that moves. */
export const launchAtRest = (): Promise<Browser> => launchChrome({ args: [NO_PICTURES, NO_MOTION] });

/** For journeys that ask where pictures are, and not what they show: to draw ours is two fifths of the work of a page. */
export async function launchWithLightDrawings(args: readonly string[] = []): Promise<Browser> {
  const [drawings, browser] = await Promise.all([startLightDrawings(), launchChrome({ args: [...args] })]);
  // Otherwise browsers ask this machine without a proxy.
  const proxy = { server: `http://127.0.0.1:${drawings.port}`, bypass: '<-loopback>' };
  const { newContext, close } = browser;
  return Object.assign(browser, {
    newContext: (options: BrowserContextOptions = {}) => newContext({ proxy, ...options }),
    close: () => close().finally(() => drawings.close()),
  });
}

export const launchWithLightDrawingsAtRest = (): Promise<Browser> => launchWithLightDrawings([NO_MOTION]);

/** With what a browser does beside showing pages. */
export const launchWhole = (): Promise<Browser> => launchChrome({ executablePath: findChrome() });

/** The whole browser, for what it does with forms and addresses: filling in by itself, and its back/forward cache. */
export const launchWholeAtRest = (): Promise<Browser> =>
  launchChrome({
    executablePath: findChrome(),
    args: [NO_PICTURES, NO_MOTION],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

/** How long a page may take to show or do one thing, on a slow machine too. */
const PATIENCE_MS = 90_000;

/** Address of the site under test. */
export const SITE = process.env.SITE ?? 'http://localhost:3000';

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface Visit {
  page: Page;
  /** Errors of scripts and consoles, failed loads of our own files. */
  errors: string[];
  close(): Promise<void>;
}

/** All tests together are one network, of which a composer takes so many reports a minute and no more. */
const isReportTooMany = (error: string): boolean => /status of 429 .*\/_reports$/.test(error);

/** Listens from here on. @returns the list that is added to */
export function noteErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    // Chromium says of a file that did not come everything but which it was.
    const error = text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text;
    if (message.type() === 'error' && !isReportTooMany(error)) errors.push(error);
  });
  return errors;
}

/** A visitor of their own: fresh storage, and every error of the page noted. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: SITE, viewport: DESKTOP, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return { page, errors: noteErrors(page), close: () => context.close() };
}

/** Frames come late on a busy machine, and never to a page in the background. */
const POLLING = { polling: 50 };

/** Until the remote of this page answers to the visitor: its root has hydrated. */
export const alive = (page: Page | Frame): Promise<unknown> =>
  page.waitForFunction(
    () => {
      const slot = document.querySelector('#slot');
      return slot !== null && Object.keys(slot).some((key) => key.startsWith('__reactContainer'));
    },
    undefined,
    POLLING,
  );
