import { createServer, type Server } from 'node:http';
import { freePort } from '@wholepage/tooling/spawn';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';
import { startOwnComposer } from '../src/servers/own-composer';

const browser = oneBrowser(launchAtRest);

/** A former site at this address, with a service worker that answers every navigation from its cache. */
const OLD_PAGE = '<!doctype html><title>Old</title><h1>The old site</h1>';
const OLD_WORKER = `
  self.addEventListener('install', (event) => event.waitUntil(
    caches.open('old').then((cache) => cache.add('/')).then(() => self.skipWaiting())));
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.respondWith(caches.match('/'));
  });
`;

const serveOldSite = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const isWorker = request.url === '/service-worker.js';
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      response.end(isWorker ? OLD_WORKER : OLD_PAGE);
    });
    server.listen(port, () => resolve(server));
  });

test('the service worker of a former site ends itself, and the visitor has this site', async () => {
  const port = await freePort();
  const old = await serveOldSite(port);
  const { page, close } = await visit(browser(), { baseURL: `http://localhost:${port}` });
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  old.closeAllConnections();
  old.close();
  const composer = await startOwnComposer({ PORT: String(port), SITE_ORIGIN: `http://localhost:${port}` });
  // The old worker controls this navigation, with which the browser looks for a newer worker.
  await page.goto('/contact');
  await page.locator('#slot h1').waitFor();
  expect(new URL(page.url()).pathname).toBe('/contact');
  await alive(page);
  const left = async () => ({
    caches: await page.evaluate(() => caches.keys()),
    workers: await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  });
  await eventually('the old worker is gone', 20_000, async () => (await left()).workers === 0);
  expect((await left()).caches).toEqual([]);

  // Code of a remote cannot register a worker, not even the retiring one.
  for (const path of ['/service-worker.js', '/sw.js'])
    expect(
      await page.evaluate((script) => navigator.serviceWorker.register(script).then(() => 'registered', String), path),
    ).toMatch(/^\w*Error: Failed/);
  await composer.stop();
  await close();
});
