import { StoredResponse } from './response/stored-response';

/**
 * A service worker that ends the one it replaces. Browsers look for a new version at the old address, whatever page is
 * shown. Without it a former site answers from its caches for years. Its pages are reloaded.
 */
const PROGRAM = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url);
})()));
`;

/** What the addresses in `retiredWorkers` of a site answer. No page of ours registers it: their policy refuses workers. */
export const retiredWorker = new StoredResponse(
  200,
  { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  Buffer.from(PROGRAM),
);
