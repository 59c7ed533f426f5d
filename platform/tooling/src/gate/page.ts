/** A page as the gate opens it: its troubles, what is mounted, its shape, and axe's findings. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import type axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BLANK, onePerRoute, REACHED } from './site';

/** A page in its own context, and its troubles. */
export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  status: number;
  /** Console errors and warnings, uncaught errors, and files of the site that could not be loaded. */
  troubles: string[];
  /** Resolves at the first trouble. */
  troubled: Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The longest wait for a page. */
export const LONGEST_LOAD_MS = 20_000;

export const NARROW = 390;
export const WIDE = 1440;
/** Widths at which every page is looked at, and pictures of a pull request are taken. */
export const WIDTHS = [NARROW, WIDE] as const;

interface OpenOptions {
  /** In pixels; default: {@link WIDE}. */
  width?: number;
  /** Default: true. */
  scripts?: boolean;
  /** False: failed requests to the API are no troubles. */
  api?: boolean;
  /** The visitor's cookies by name; default: none. */
  cookies?: Readonly<Record<string, string>> | undefined;
  /** Troubles that are not the page's, to be ignored. */
  expected?: ReadonlySet<string>;
  /** Prepares the page before anything is loaded. */
  prepare?(page: Page): Promise<void>;
}

/** Statuses that a page may rightly have. Chromium logs every answer that is not 2xx. */
const OF_THE_DOCUMENT = /^(401|403|404|503)$/;

/** Paths that fail while the API is down, through no fault of the page: calls, and fragments of other teams that need it. */
const OF_THE_API = ['/api/', '/_fragments/'];

/** True for addresses that the gate's browser cannot reach: {@link launchForGate}. */
const isElsewhere = (address: string): boolean =>
  /^https?:/.test(address) && URL.canParse(address) && !REACHED.includes(new URL(address).hostname);

/** Chromium's message about a file that was not loaded, which names no address. */
const NOT_LOADED = /^Failed to load resource: (?:the server responded with a status of (\d+)|(\S+))/;

/** Chromium's message when the policy refuses code from a string. Libraries probe for it; uncaught errors are reported. */
const MADE_CODE = /^This document requires 'TrustedScript' assignment/;

/** Defines the helper that compiled functions call to keep their names, for those that are sent into pages. */
export const KEEP_NAMES = "Object.defineProperty(globalThis, '__name', { value: (named) => named });";

export async function openPage(
  browser: Browser,
  address: string,
  { width = WIDE, scripts = true, api = true, cookies = {}, expected, prepare }: OpenOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: scripts });
  const { origin } = new URL(address);
  const brought = Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin, httpOnly: true }));
  await context.addCookies(brought);
  const page = await context.newPage();
  await page.addInitScript(KEEP_NAMES);
  await page.addInitScript(watchMounts);
  await prepare?.(page);
  const troubles: string[] = [];
  const { promise: troubled, resolve: isTroubled } = Promise.withResolvers<void>();
  const note = (trouble: string) => {
    // The first line is the message; the rest is a stack of minified names. The gate's own address says nothing.
    const [what = ''] = trouble.replaceAll(origin, '').split('\n');
    if (expected?.has(what)) return;
    troubles.push(what);
    isTroubled();
  };
  const posted = new Set<string>();
  page.on('request', (request) => {
    if (request.method() !== 'GET') posted.add(request.url());
    const isDeparture = request.isNavigationRequest() && request.frame() === page.mainFrame();
    const { origin: there } = new URL(request.url());
    if (isDeparture && there !== origin) note(`it leads the visitor away to ${there}`);
  });
  page.on('pageerror', (error) => note(`uncaught ${error.name}: ${error.message}`));
  page.on('console', (message) => {
    const [text, from] = [message.text(), message.location().url];
    const [notLoaded, status = ''] = NOT_LOADED.exec(text) ?? [];
    const isOfDocument = from === address && OF_THE_DOCUMENT.test(status);
    const isOfApi = OF_THE_API.some((path) => from.startsWith(origin + path)) || /^FragmentError: /.test(text);
    // The gate refuses posts itself, and a composer limits reports, of which many visits send too many.
    const isRefusedPost = /^(429|503)$/.test(status) && posted.has(from);
    const isOfOthers = (!api && isOfApi) || (notLoaded && isElsewhere(from));
    const isExpected = isOfDocument || isRefusedPost || isOfOthers || MADE_CODE.test(text);
    if (/^(error|warning)$/.test(message.type()) && !isExpected)
      note(status ? `${from} was answered with ${status}` : `console: ${text}`);
  });
  page.on('dialog', async (dialog) => {
    // A page with an unsent form may ask before it is left.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    note(`it stops the page with ${dialog.type()}(): "${dialog.message().slice(0, 60)}"`);
    await dialog.dismiss();
  });
  page.on('requestfailed', (request) => {
    // Where scripts are off, Chromium reports preloaded scripts as failed.
    if (!scripts && request.resourceType() === 'script') return;
    if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !isElsewhere(request.url()))
      note(`${request.url()} could not be loaded`);
  });
  try {
    const response = await page.goto(address, { waitUntil: 'load', timeout: LONGEST_LOAD_MS });
    const status = response?.status() ?? 0;
    return { page, context, status, troubles, troubled, [Symbol.asyncDispose]: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Answers the page's writes there from now on as a busy API would. A form's own POST leaves its page open. */
export async function refuseWrites(page: Page, there: string | RegExp): Promise<void> {
  await page.route(there, (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    if (request.isNavigationRequest()) return route.fulfill({ status: 204 });
    return route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Not now."}' });
  });
}

/** The longest wait for a mount after the first trouble. */
const TROUBLED_MS = 2_000;

declare global {
  interface Window {
    __mounted: Set<string>;
  }
}

/** Records mounts and unmounts by single-spa's events, for any framework. */
const watchMounts = () => {
  const mounted = new Set<string>();
  Object.defineProperty(window, '__mounted', { value: mounted, enumerable: false });
  window.addEventListener('single-spa:app-change', (event) => {
    const { appsByNewStatus } = (event as CustomEvent<{ appsByNewStatus: Record<string, string[]> }>).detail;
    for (const app of appsByNewStatus['MOUNTED'] ?? []) mounted.add(app);
    for (const app of [...(appsByNewStatus['NOT_MOUNTED'] ?? []), ...(appsByNewStatus['SKIP_BECAUSE_BROKEN'] ?? [])])
      mounted.delete(app);
  });
};

/**
 * Resolves when the app is mounted. After a trouble the wait is short.
 * @throws Error with the page's troubles when the app is not mounted
 */
export async function untilMounted({ page, troubles, troubled }: OpenedPage, app: string): Promise<void> {
  const mounted = page.waitForFunction((name) => window.__mounted.has(name), app, {
    timeout: LONGEST_LOAD_MS,
    polling: 20,
  });
  const givenUp = troubled.then(() => wait(TROUBLED_MS)).then(() => Promise.reject(new Error('given up')));
  try {
    await Promise.race([mounted, givenUp]);
  } catch {
    throw new Error(`${app} was never mounted by the shell${troubles[0] ? `: ${troubles[0]}` : ''}`);
  }
}

/** One of these addresses for each route that is reached by a soft navigation. */
export const softPaths = ({ routes }: ReleaseManifest, pages: readonly string[]): string[] =>
  onePerRoute(
    routes.filter(({ document }) => !document),
    pages,
  );

/** Navigates as the shell does: single-spa follows the history. */
export const goTo = ({ page }: OpenedPage, path: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState({ entry: String(Math.random()) }, '', to), path);

/** Makes the shell load single-spa, which it does at the first navigation. Its names on window are the shell's. */
export async function goOn(opened: OpenedPage): Promise<void> {
  await goTo(opened, `${BLANK.path}?again`);
  await opened.page.waitForFunction(() => 'singleSpaNavigate' in window, undefined, {
    timeout: LONGEST_LOAD_MS,
    polling: 20,
  });
}

/** Goes from the blank page to the app's and back: one mount, one unmount. @throws Error when the app is not mounted */
export async function visitAndLeave(opened: OpenedPage, app: string, path: string): Promise<void> {
  await goTo(opened, path);
  await untilMounted(opened, app);
  await goTo(opened, BLANK.path);
  await untilMounted(opened, BLANK.app);
}

/** Resolves when the browser is idle and late hydration is done, or after two seconds. */
export const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const options = { timeout: 1_000 };
        requestIdleCallback(() => requestIdleCallback(() => resolve(), options), options);
      }),
  );

/**
 * Resolves when the page has kept its height for half a second, or after three seconds. Sections far below are laid out
 * in idle time, which moves elements while they are measured.
 */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const began = performance.now();
        let height = -1;
        let since = began;
        const look = () => {
          const now = performance.now();
          const { scrollHeight } = document.documentElement;
          if (scrollHeight !== height) since = now;
          height = scrollHeight;
          if (now - since >= 500 || now - began >= 3_000) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

const overflowOf = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Finds faults in the page's shape. @param widths layout widths in pixels @returns a few words for each fault */
export async function misshapenIn(page: Page, widths: readonly number[]): Promise<string[]> {
  const headings = await page.locator('#slot h1').count();
  const found: string[] = [];
  if (headings !== 1) found.push(`it has ${headings} h1 in the slot instead of one`);
  if (!(await page.title())) found.push('it has no title');
  for (const width of widths) {
    const { height = 900, width: present } = page.viewportSize() ?? {};
    if (present !== width) await page.setViewportSize({ width, height });
    const overflow = await page.evaluate(overflowOf);
    if (overflow > 0) found.push(`it is ${overflow} px wider than a screen of ${width}`);
  }
  return found;
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export interface Violation {
  help: string;
  helpUrl: string;
  /** Selectors of the elements. */
  targets: string[];
}

/** Hides the shell's fixed bars, which cover content until a visitor scrolls on. Runs in the page. */
const hideBars = () => {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const isBar = !element.closest('#slot') && /^(fixed|sticky)$/.test(getComputedStyle(element).position);
    if (isBar) element.style.visibility = 'hidden';
  }
};

const axeSource = (): string => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe on a part of the page. The page is unusable afterwards. */
export async function findViolations(page: Page, scope = '#slot'): Promise<Violation[]> {
  if (scope === '#slot') await page.evaluate(hideBars);
  await page.evaluate(axeSource());
  const { violations } = await page.evaluate(
    ([within, runOnly]) => {
      // Axe cannot look into an iframe of another site, such as a map, and browsers log the attempt.
      return window.axe.run(within, { runOnly: [...runOnly], iframes: false });
    },
    [scope, RULES] as const,
  );
  return violations.map(({ help, helpUrl, nodes }) => ({
    help,
    helpUrl,
    targets: nodes.map(({ target }) => target.join(' ')),
  }));
}
