import type { Browser, Page } from 'playwright-core';
import { watchMounts } from '../probes/mounts';
import { LONGEST_LOAD_MS, type OpenedPage } from './opened-page';

export const WIDTHS = [390, 1440] as const;

interface OpenOptions {
  width: number;
  scripts: boolean;
  /** False: what the API does not answer is not a problem of the page. */
  api?: boolean;
  /** Done to the page before anything is loaded. */
  prepare?(page: Page): Promise<void>;
}

/** Chromium's own remark on every answer that is not 2xx; a 404 page is one by right. */
const OF_THE_DOCUMENT = /the server responded with a status of (404|503)/;
/** What fails while the API is down, at others' hands: calls, and fragments of other teams that need it. */
const OF_THE_API = ['/api/', '/_fragments/'];
const isOfFragment = (text: string): boolean => /^FragmentError: /.test(text);
/** Functions that are sent into pages were compiled with calls of this, which keeps their names. */
const KEEP_NAMES = "Object.defineProperty(globalThis, '__name', { value: (named) => named });";

export async function openPage(
  browser: Browser,
  address: string,
  { width, scripts, api = true, prepare }: OpenOptions,
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: scripts });
  const page = await context.newPage();
  await page.addInitScript(KEEP_NAMES);
  await page.addInitScript(watchMounts);
  await prepare?.(page);
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
    const from = message.location().url;
    const isOfApi = !api && OF_THE_API.some((path) => from.startsWith(new URL(path, address).href));
    const isExpected = isOfDocument || isOfApi || (!api && isOfFragment(message.text()));
    if (/^(error|warning)$/.test(message.type()) && !isExpected) note(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isDeparture = request.isNavigationRequest() && request.frame() === page.mainFrame();
    const { origin } = new URL(request.url());
    if (isDeparture && origin !== new URL(address).origin) note(`it leads the visitor away to ${origin}`);
  });
  page.on('dialog', async (dialog) => {
    // A form that is not sent yet may ask whether to leave.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    note(`it stops the page with ${dialog.type()}(): "${dialog.message().slice(0, 60)}"`);
    await dialog.dismiss();
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
