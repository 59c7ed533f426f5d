import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seenByStrangers } from './site';

/** Answers of a composer, by path: the status, and whether a remote is mounted on the page. */
const ANSWERS: Readonly<Record<string, [status: number, hasRemote: boolean]>> = {
  '/products': [200, true],
  '/no-such-page': [404, true],
  '/broken': [503, true],
  '/own-words': [401, true],
  '/account': [303, false],
  '/members': [401, false],
  '/staff': [403, false],
};

let server: Server;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const [status, hasRemote] = ANSWERS[url] ?? [500, false];
    const state = JSON.stringify({ releases: {}, ...(hasRemote && { remote: { name: 'shop' } }) });
    response.writeHead(status, { ...(status === 303 && { location: 'https://accounts.example/' }) });
    response.end(`<script type="application/json" id="page-state">${state}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

test('a page that leads strangers on, or is not for them, is right: there is nothing of the release to look at', async () => {
  const { port } = server.address() as AddressInfo;
  const { pages, closed } = await seenByStrangers(`http://127.0.0.1:${port}`, Object.keys(ANSWERS));
  expect(pages).toEqual(['/products', '/no-such-page', '/broken', '/own-words']);
  expect(closed).toEqual({ '/account': 303, '/members': 401, '/staff': 403 });
});
