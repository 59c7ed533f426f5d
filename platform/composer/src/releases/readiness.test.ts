import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { environmentTrust } from '@wholepage/releases/settings';
import { urlStore } from '@wholepage/releases/store/open-store';
import { fixtureStore } from '../testing/fixture-store';
import { eventually } from '../testing/running-composer';
import { mirrored } from './mirror';
import { ReleaseWatcher } from './release-watcher';

const HELD_BACK = '/mf-blog/1.0.0/app.css';

let host: Server;
let watcher: ReleaseWatcher;
/** Lets the store give what it holds back. */
let release: () => void;
/** How often the file that is held back was asked for. */
let asked = 0;
beforeAll(async () => {
  const folder = await fixtureStore();
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  host = createServer(async (request, response) => {
    if (request.url === HELD_BACK) {
      asked += 1;
      await released;
    }
    const bytes = await readFile(join(folder, request.url ?? '')).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const place = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const store = mirrored(urlStore(place, environmentTrust()), join(folder, 'mirror'));
  const keep = (set: Parameters<typeof store.keep>[0]) => store.keep(set);
  watcher = new ReleaseWatcher({
    store,
    cacheDir: join(folder, 'entries'),
    log: () => {},
    tryOut: async () => {},
    keep,
  });
});
afterAll(() => {
  watcher.stop();
  host.closeAllConnections();
  host.close();
});

test('a composer is not ready while a file of a live release is on no disk of its machine', async () => {
  await watcher.start();
  // All code is read, and one style sheet is missing.
  await eventually(async () => asked, Boolean);
  for (const { code } of Object.values(watcher.set.apps)) await code.read();
  await new Promise(setImmediate);
  expect(watcher.hasCheckedAll).toBe(false);
  release();
  expect(await eventually(async () => watcher.hasCheckedAll, Boolean)).toBe(true);
  expect(asked).toBe(1);
});
