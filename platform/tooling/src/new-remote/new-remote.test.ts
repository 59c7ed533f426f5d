import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SITE_DESCRIPTION_PATH } from '@wholepage/contracts/page';
import { describedSite, writeStandIn } from '../site/definition';

const ALLOWS = {
  policy: { script: ['https://stats.example'] },
  scripts: { '/news': 90_000 },
  otherScripts: 97_000,
  styles: 12_345,
  fonts: 54_321,
};
const CONFIG = {
  siteOrigin: 'https://shop.example',
  site: { name: 'Shop', description: '', keywords: '', language: 'en' },
  navigation: { menu: [{ label: 'News', href: '/news' }] },
};

let server: Server;
let origin = '';
let answer = '';
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    response.writeHead(url === SITE_DESCRIPTION_PATH ? 200 : 404).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a remote elsewhere is held to what its site says now', async () => {
  answer = JSON.stringify({ config: CONFIG, allows: ALLOWS });
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-'));
  await writeStandIn(folder, await describedSite(origin));
  const { allowed } = (await import(join(folder, 'allowed.ts'))) as { allowed: typeof ALLOWS };
  expect(allowed).toEqual(ALLOWS);
  expect(JSON.parse(await readFile(join(folder, 'navigation.json'), 'utf8'))).toEqual(CONFIG.navigation);
  expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toEqual({ site: CONFIG.site });
});

test.each([
  ['is none', '<html></html>', 'is not valid JSON'],
  ['is too large', JSON.stringify({ config: CONFIG, allows: ALLOWS, more: 'x'.repeat(300_000) }), 'larger than 256 kB'],
  ['has other budgets', JSON.stringify({ config: CONFIG, allows: { ...ALLOWS, styles: '1; x' } }), 'cannot be used'],
])('a description that %s is refused', async (_what, text, reason) => {
  answer = text;
  await expect(describedSite(origin)).rejects.toThrow(reason);
});
