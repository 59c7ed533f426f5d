import type { Page } from 'playwright-core';
import { alive } from './browser';

const kindOf = (address: string, type: string): string => (/\.js$/.test(new URL(address).pathname) ? 'script' : type);

/**
 * Opens a page and waits until it is alive and the network is idle.
 * @returns transferred bytes of bodies for each kind of file; prefetched scripts count as scripts.
 * `scriptWithHeaders` adds the response headers
 */
export async function weigh(page: Page, path: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  const pending: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    pending.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => {
          const kind = kindOf(request.url(), request.resourceType());
          // A file from the cache has a negative size: Chromium subtracts the headers from 0 bytes.
          if (responseBodySize < 0) return;
          sizes[kind] = (sizes[kind] ?? 0) + responseBodySize;
          if (kind === 'script')
            sizes.scriptWithHeaders = (sizes.scriptWithHeaders ?? 0) + responseBodySize + responseHeadersSize;
        },
        (error: unknown) => {
          // Requests of a closing page do not count.
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
