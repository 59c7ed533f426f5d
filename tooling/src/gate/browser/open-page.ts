import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export const WIDTHS = [390, 1440] as const;

interface OpenOptions {
  width: number;
  scripts: boolean;
  /** False: what the API does not answer is no trouble of the page. */
  api?: boolean;
}

/** A page in a context of its own, and what went wrong on it. */
export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  status: number;
  /** Console errors and warnings, uncaught errors, files of ours that could not be had. */
  troubles: string[];
  /** Resolves at the first of them. */
  troubled: Promise<void>;
  close(): Promise<void>;
}

/** Chromium's own remark on every answer that is not 2xx; a 404 page is one by right. */
const OF_THE_DOCUMENT = /the server responded with a status of (404|503)/;
/** Functions that are sent into pages were compiled with calls of this, which keeps their names. */
const KEEP_NAMES = "Object.defineProperty(globalThis, '__name', { value: (named) => named });";

const LONGEST_LOAD_MS = 20_000;
/** What is mounted in spite of an error is so soon. */
const TROUBLED_MS = 2_000;

export async function openPage(
  browser: Browser,
  address: string,
  { width, scripts, api = true }: OpenOptions,
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: scripts });
  const page = await context.newPage();
  await page.addInitScript(KEEP_NAMES);
  await page.addInitScript(watchMounts);
  const troubles: string[] = [];
  let isTroubled = () => {};
  const troubled = new Promise<void>((resolve) => {
    isTroubled = resolve;
  });
  const note = (trouble: string) => {
    // The first line says what; the rest is a stack of minified names.
    troubles.push(trouble.split('\n')[0] ?? '');
    isTroubled();
  };
  page.on('pageerror', (error) => note(`uncaught ${error.name}: ${error.message}`));
  page.on('console', (message) => {
    const isOfDocument = OF_THE_DOCUMENT.test(message.text()) && message.location().url === address;
    const isOfApi = !api && message.location().url.startsWith(new URL('/api/', address).href);
    if (/^(error|warning)$/.test(message.type()) && !isOfDocument && !isOfApi) note(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    // Where scripts are off, Chromium fetches none, and says that those named ahead failed.
    if (!scripts && request.resourceType() === 'script') return;
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') note(`${request.url()} could not be loaded`);
  });
  try {
    const response = await page.goto(address, { waitUntil: 'load', timeout: LONGEST_LOAD_MS });
    return { page, context, status: response?.status() ?? 0, troubles, troubled, close: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** single-spa tells which apps were mounted and taken away, whatever framework they are made with. */
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
 * Until the app is mounted. On a page that is in trouble that is not waited for long.
 * @throws Error saying so when it is not, with what went wrong meanwhile
 */
export async function untilMounted({ page, troubles, troubled }: OpenedPage, app: string): Promise<void> {
  const mounted = page.waitForFunction(
    (name) => (window as unknown as { __mounted: Set<string> }).__mounted.has(name),
    app,
    { timeout: LONGEST_LOAD_MS, polling: 20 },
  );
  const givenUp = troubled.then(() => wait(TROUBLED_MS)).then(() => Promise.reject(new Error('given up')));
  try {
    await Promise.race([mounted, givenUp]);
  } catch {
    throw new Error(`${app} was never mounted by the shell${troubles[0] ? `: ${troubles[0]}` : ''}`);
  }
}
