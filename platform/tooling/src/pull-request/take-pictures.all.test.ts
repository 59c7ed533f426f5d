import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takePictures } from './pull-request';

jest.setTimeout(120_000);

const asideOf = (text: string) =>
  `<aside aria-label="Preview" style="position:fixed;inset:auto 0 0 auto;background:red">${text}</aside>`;
const PAGES: Readonly<Record<string, string>> = {
  '/live': '<h1>Courses</h1>',
  '/preview': `<h1>Courses</h1>${asideOf('<details><summary>Preview</summary>of mf-courses</details>')}`,
  '/refused': `<h1>Courses</h1>${asideOf('<p>This preview is over. This is the live site.</p>')}`,
};

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(({ url = '' }, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end(`<!doctype html><title>Courses</title>${PAGES[url] ?? ''}`);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('pictures show pages at two widths, without the bar of a preview and with what was refused', async () => {
  const names = ['live', 'preview', 'refused'];
  const taken = await takePictures(names.map((name) => ({ name, url: `${origin}/${name}` })));
  expect(taken.map(({ name }) => name)).toEqual(names.flatMap((name) => [`${name}-390.jpg`, `${name}-1440.jpg`]));
  const [live, , preview, , refused] = taken.map(({ bytes }) => bytes);
  expect(preview).toEqual(live);
  expect(refused).not.toEqual(live);
});
