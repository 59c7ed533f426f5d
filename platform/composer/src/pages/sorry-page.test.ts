import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoadedRelease } from '../releases/release-set';
import { sendSorry } from './sorry-page';

const SHELL = { manifest: { app: 'shell', version: '1.0.0', entry: { css: ['app.css'] } } } as LoadedRelease;

let server: Server;
let shell: LoadedRelease | undefined;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => sendSorry(request, response, shell));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('is a fault that passes: no cache keeps it, and no search engine', async () => {
  shell = SHELL;
  const response = await fetch(`${origin}/blog`);
  expect(response.status).toBe(503);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('retry-after')).toBe('2');
  const html = await response.text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<a href="">Try again</a>');
});

test('wears the styles of the shell, runs nothing and stands in no frame', async () => {
  shell = SHELL;
  const response = await fetch(`${origin}/blog`);
  expect(await response.text()).toContain('href="/_releases/shell/1.0.0/app.css"');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('is there without a shell, and without a body for HEAD', async () => {
  shell = undefined;
  expect(await (await fetch(origin)).text()).toContain('<h1>One moment, please</h1>');
  const head = await fetch(origin, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([503, '']);
});
