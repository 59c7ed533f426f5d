import { promote } from '@wholepage/releases/steps';
import { fixtureStore, writeRelease } from '../testing/fixture-store';
import { type RunningComposer, runComposer } from '../testing/running-composer';

/** Pages that send visitors on, are not for them, or are theirs alone. */
const BLOG = `const REDIRECTS = {
  '/blog/old': { status: 301, to: '/blog/new', maxAge: 60 },
  '/blog/query': { status: 302, to: '/blog/new?sign-in=1#form' },
  '/blog/form': { status: 303, to: '/blog/new' },
  '/blog/later': { status: 307, to: '/blog/new' },
  '/blog/for-ever': { status: 308, to: 'https://accounts.example/sign-in' },
  '/blog/itself': { status: 302, to: '/blog/itself' },
  '/blog/unnamed': { status: 302, to: 'https://evil.example/' },
  '/blog/name': { status: 302, to: 'https://accounts.example@evil.example/' },
  '/blog/password': { status: 302, to: 'https://me:secret@accounts.example/' },
  '/blog/script': { status: 302, to: 'javascript:alert(1)' },
  '/blog/blob': { status: 302, to: 'blob:https://accounts.example/x' },
  '/blog/away': { status: 302, to: '//evil.example/x' },
  '/blog/afar': { status: 302, to: '/.//evil.example/x' },
  '/blog/aside': { status: 302, to: '/blog/..//evil.example' },
  '/blog/slanted': { status: 302, to: '/\\\\\\\\evil.example' },
  '/blog/relative': { status: 302, to: 'new' },
  '/blog/line': { status: 302, to: '/blog\\r\\nset-cookie: a=b' },
  '/blog/other': { status: 304, to: '/blog/new' },
};
export async function render({ url, cookies }) {
  const { pathname, search } = new URL(url);
  if (pathname === '/blog' && search === '') return { status: 303, to: '/blog?page=1' };
  if (REDIRECTS[pathname]) return REDIRECTS[pathname];
  if (pathname === '/blog/members') return { status: 401, denied: true };
  if (pathname === '/blog/staff') return { status: 403, denied: true };
  const status = pathname === '/blog/own-words' ? 401 : 200;
  return { status, head: { title: pathname }, html: '<h1>' + pathname + search + '</h1>', data: null, maxAge: 60 };
}`;

/** Its only page reads a cookie. */
const ACCOUNT = `export async function render({ cookies }) {
  if (!cookies.session) return { status: 303, to: '/blog/new' };
  if (cookies.session === 'over') return { status: 401, denied: true };
  return { status: 200, head: { title: 'Account' }, html: '<h1>' + cookies.session + '</h1>', data: null, maxAge: 60 };
}`;

const ROUTE = { query: [], document: false, sitemap: [], js: [], css: [] };

let composer: RunningComposer;
beforeAll(async () => {
  const store = await fixtureStore(BLOG);
  await writeRelease(store, 'mf-careers', '1.0.0', ACCOUNT, {
    routes: [{ ...ROUTE, path: '/careers', cookies: ['session'] }],
  });
  await promote(store, 'mf-careers', '1.0.0');
  composer = await runComposer(store, { API_PORT: '1', WIDGET_ORIGINS: 'https://accounts.example' });
});
afterAll(() => composer.close());

async function get(path: string, cookie = '') {
  const answer = await fetch(composer.origin + path, { redirect: 'manual', headers: { cookie } });
  const { status, headers } = answer;
  return { status, location: headers.get('location'), headers, text: await answer.text() };
}

const leadsTo = async (path: string) => {
  const { status, location } = await get(path);
  return [status, location];
};

test('a page sends visitors on to a path of the site, or to an origin that the site names', async () => {
  // The second answer comes from memory.
  for (let turn = 0; turn < 2; turn += 1) expect(await leadsTo('/blog/old')).toEqual([301, '/blog/new']);
  expect(await leadsTo('/blog/query')).toEqual([302, '/blog/new?sign-in=1#form']);
  expect(await leadsTo('/blog/form')).toEqual([303, '/blog/new']);
  expect(await leadsTo('/blog/later')).toEqual([307, '/blog/new']);
  expect(await leadsTo('/blog/for-ever')).toEqual([308, 'https://accounts.example/sign-in']);
  expect(await leadsTo('/blog')).toEqual([303, '/blog?page=1']);
  expect((await get('/blog/new')).text).toContain('<h1>/blog/new</h1>');
});

test('what tells where a visitor came from goes along within the site, and is nobody else’s', async () => {
  for (const query of ['?utm_source=mail', '?gclid=1&x=%2F', ''])
    expect(await leadsTo(`/blog/old${query}`)).toEqual([301, `/blog/new${query}`]);
  expect(await leadsTo('/blog/query?gclid=1')).toEqual([302, '/blog/new?sign-in=1&gclid=1#form']);
  expect(await leadsTo('/blog?gclid=1')).toEqual([303, '/blog?page=1&gclid=1']);
  expect(await leadsTo('/blog/for-ever?gclid=1')).toEqual([308, 'https://accounts.example/sign-in']);
});

test.each([
  'itself',
  'unnamed',
  'name',
  'password',
  'script',
  'blob',
  'away',
  'afar',
  'aside',
  'slanted',
  'relative',
  'line',
  'other',
])('a redirect that may lead a visitor astray is a fault of the release: /blog/%s', async (name) => {
  const path = `/blog/${name}`;
  expect(await leadsTo(path)).toEqual([503, null]);
  const { details } =
    composer.events.find(({ event, details }) => event === 'render failed' && details.path === path) ?? {};
  expect(details).toMatchObject({
    app: 'mf-blog',
    version: '1.0.0',
    reason: expect.stringContaining('redirect is refused'),
  });
});

test.each([
  ['/blog/members', 401, 'Please sign in'],
  ['/blog/staff', 403, 'Not for you'],
])('a page that is not for a visitor is the page of the site for that: %s', async (path, status, words) => {
  for (let turn = 0; turn < 2; turn += 1) {
    const { headers, text, ...answer } = await get(path);
    expect(answer.status).toBe(status);
    expect(text).toContain(`<h1>${words}</h1>`);
    expect(text).toContain('<meta name="robots" content="noindex"');
    // The browser mounts no remote there.
    expect(JSON.parse(/id="page-state">(.+?)<\/script>/.exec(text)?.[1] ?? '')).toMatchObject({ rendered: false });
    expect(text).not.toContain('"remote"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('cdn-cache-control')).toBe('private, no-store');
  }
  expect(composer.events.filter(({ level }) => level === 'error')).not.toContainEqual(
    expect.objectContaining({ details: expect.objectContaining({ path }) }),
  );
});

test('what is made for one visitor is in no shared cache, whatever it comes to', async () => {
  const caching = async (path: string, cookie = '') => (await get(path, cookie)).headers.get('cache-control');
  expect((await get('/careers', 'session=Ada')).text).toContain('<h1>Ada</h1>');
  expect([(await get('/careers')).location, (await get('/careers', 'session=over')).status]).toEqual([
    '/blog/new',
    401,
  ]);
  for (const cookie of ['', 'session=Ada', 'session=over'])
    expect(await caching('/careers', cookie)).toBe('private, no-store');
  expect(await caching('/blog/own-words')).toBe('private, no-store');
  // The path may be given to another page one day: browsers ask again.
  expect(await caching('/blog/old')).toBe('no-cache');
  expect(await caching('/blog/new')).toMatch(/^public/);
});
