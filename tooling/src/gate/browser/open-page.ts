import type { Browser, BrowserContext, Page } from 'playwright-core';

export const WIDTHS = [390, 1440] as const;

interface OpenOptions {
  width: number;
  scripts: boolean;
}

/** A page in a context of its own, and what went wrong on it. */
export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  status: number;
  /** Console errors and warnings, uncaught errors, files of ours that could not be had. */
  troubles: string[];
  close(): Promise<void>;
}

/** Chromium's own remark on every answer that is not 2xx; a 404 page is one by right. */
const OF_THE_DOCUMENT = /the server responded with a status of (404|503)/;
/** Functions that are sent into pages were compiled with calls of this, which keeps their names. */
const KEEP_NAMES = "Object.defineProperty(globalThis, '__name', { value: (named) => named });";

const LONGEST_LOAD_MS = 20_000;

export async function openPage(
  browser: Browser,
  address: string,
  { width, scripts }: OpenOptions,
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: scripts });
  const page = await context.newPage();
  await page.addInitScript(KEEP_NAMES);
  await page.addInitScript(watchMounts);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`uncaught ${error.name}: ${error.message}`));
  page.on('console', (message) => {
    const isOfDocument = OF_THE_DOCUMENT.test(message.text()) && message.location().url === address;
    if (/^(error|warning)$/.test(message.type()) && !isOfDocument) troubles.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    // Where scripts are off, Chromium fetches none, and says that those named ahead failed.
    if (!scripts && request.resourceType() === 'script') return;
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') troubles.push(`${request.url()} could not be loaded`);
  });
  try {
    const response = await page.goto(address, { waitUntil: 'load', timeout: LONGEST_LOAD_MS });
    return { page, context, status: response?.status() ?? 0, troubles, close: () => context.close() };
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

/** Until the app is mounted, or is not any more. @throws when that does not happen in time */
export const untilMounted = (page: Page, app: string, mounted = true): Promise<unknown> =>
  page.waitForFunction(
    ([name, wanted]) => (window as unknown as { __mounted: Set<string> }).__mounted.has(name) === wanted,
    [app, mounted] as const,
    { timeout: LONGEST_LOAD_MS, polling: 20 },
  );
