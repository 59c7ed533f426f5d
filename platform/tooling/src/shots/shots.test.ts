import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sitePages, takeAll } from './shots';

const LISTED = ['/', '/posts', '/posts/linen', '/posts/percale'];
const ANSWERS: Record<string, string> = {
  '/_sets/live.json': '{"id":"1"}',
  '/_sets/1.json': JSON.stringify({
    remotes: [
      { name: 'mf-home', routes: [{ path: '/' }, { path: '/thanks', query: ['payment'] }] },
      { name: 'mf-posts', routes: [{ path: '/posts', query: ['page'] }, { path: '/posts/:slug' }] },
    ],
  }),
  '/sitemap.xml': LISTED.map((path) => `<loc>http://site.test${path}</loc>`).join(''),
};

let server: Server;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => response.end(ANSWERS[url]));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

test('a site shows its own pages, whoever made them: listed ones, unlisted ones, queries, and what is not found', async () => {
  const { port } = server.address() as AddressInfo;
  expect(await sitePages(`http://127.0.0.1:${port}`)).toEqual([
    '/',
    '/thanks',
    '/thanks?payment=2',
    '/posts',
    '/posts?page=2',
    '/posts/linen',
    '/posts/percale',
    '/posts/no-such-page',
    '/no-such-page',
  ]);
});

test('each picture is announced before it is taken, and what was found on it is said at once', async () => {
  const events: string[] = [];
  const targets = ['home', 'blog'].map((name) => ({ name, url: `http://site.test/${name}` }));
  const found = await takeAll(
    targets,
    390,
    (line) => events.push(line),
    async ({ name, url }) => {
      events.push(`opened ${url}`);
      return name === 'home' ? ['image-alt: no words'] : [];
    },
  );
  expect(events).toEqual([
    '390 px, 1 of 2: home',
    'opened http://site.test/home',
    '390 home: image-alt: no words',
    '390 px, 2 of 2: blog',
    'opened http://site.test/blog',
  ]);
  expect(found).toBe(1);
});
