import type { Page } from 'playwright-core';
import { alive } from './browser';

const kindOf = (address: string, type: string): string => (/\.js$/.test(new URL(address).pathname) ? 'script' : type);

/**
 * Opens a page and waits until it is alive and asks for nothing more.
 * @returns bytes that travelled for each kind of file, bodies only; a script is one also where it was fetched ahead.
 * `scriptWithHeaders` has the headers of the answers, too
 */
export async function weigh(page: Page, path: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  const pending: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    pending.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => {
          const kind = kindOf(request.url(), request.resourceType());
          // Chromium takes the headers off what it read from its cache, which is nothing.
          if (responseBodySize < 0) return;
          sizes[kind] = (sizes[kind] ?? 0) + responseBodySize;
          if (kind === 'script')
            sizes.scriptWithHeaders = (sizes.scriptWithHeaders ?? 0) + responseBodySize + responseHeadersSize;
        },
        (error: unknown) => {
          // What a page fetches while it closes is none of its weight.
          if (!page.isClosed()) throw error;
        },
      ),
    );
  });
  await page.goto(path);
  await alive(page);
  await page.waitForLoadState('networkidle');
  await Promise.all(pending);
  return sizes;
}
