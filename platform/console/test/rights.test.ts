import { readdirSync, readFileSync } from 'node:fs';
import { release } from '@wholepage/releases/testing/built-release';
import type { stepSchema } from '../src/steps';
import { startConsole, type TestConsole, type TestPerson } from './console';

const OLD = '1.0.0-aaaaaaaa';
const NEW = '1.0.0-bbbbbbbb';
const ORIGIN = 'http://localhost:4300';
const FOLDERS = ['../src/server/', '../../sign-in/src/'];
/** Addresses by which people sign in. */
const PUBLIC = ['/sign-in', '/sign-in/openid', '/sign-in/passkey', '/sign-in/passkey/options'];
const VERBS = ['end', 'open'];

interface Route {
  method: 'GET' | 'POST';
  url: string;
}

/** All routes that the sources register, except those of {@link PUBLIC}. */
const ROUTES: Route[] = FOLDERS.flatMap((folder) => {
  const place = new URL(folder, import.meta.url);
  const text = readdirSync(place)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, place), 'utf8'))
    .join('');
  const registered = text.matchAll(/\b(?:app|server)\.(get|post)\(['`](\/[^'`]+)['`]|^ +'(\/api\/[^']+)': /gm);
  return [...registered].flatMap(([, verb, called, read]) => {
    const path = called ?? read ?? '';
    return (path.includes('${') ? VERBS : ['']).map((word) => ({
      method: verb === 'post' ? ('POST' as const) : ('GET' as const),
      url: path.replace(/\$\{\w+\}/, word).replace(/:\w+/g, 'news'),
    }));
  });
}).filter(({ url }) => !PUBLIC.includes(url));

const STEPS: Record<(typeof stepSchema.options)[number]['shape']['action']['value'], object> = {
  promote: { version: OLD },
  canary: { version: OLD, shares: [10] },
  experiment: { against: NEW, version: OLD, share: 50, goal: 'order', margin: 10 },
  conclude: { version: OLD },
  stop: { version: OLD },
  rollback: { from: NEW, version: OLD },
  retire: {},
  lock: { until: new Date(Date.now() + 3_600_000).toISOString(), why: 'the fair' },
  unlock: {},
};

let console: TestConsole;
let strangers: TestPerson[];
beforeAll(async () => {
  console = await startConsole();
  strangers = [await console.person('Vera', 'viewer'), await console.person('Otto', 'releaser:shop')];
  for (const version of [OLD, NEW]) await release(console.storeUrl, version, { app: 'news' });
});
afterAll(() => console.close());

const statusOf = async ({ method, url }: Route, headers: Record<string, string>) => {
  const body = method === 'POST' ? { payload: {} } : {};
  const all = { host: 'localhost:4300', origin: ORIGIN, accept: 'application/json', ...headers };
  return (await console.app.inject({ method, url, headers: all, ...body })).statusCode;
};

test('the sources register the addresses that are tried here', () => {
  expect(ROUTES.length).toBeGreaterThan(20);
  expect(ROUTES).toContainEqual({ method: 'POST', url: '/api/steps' });
  expect(ROUTES).toContainEqual({ method: 'GET', url: '/api/overview' });
  expect(ROUTES).toContainEqual({ method: 'POST', url: '/sign-in/people/news/end' });
});

test.each(ROUTES)('$method $url: nobody without a session', async (route) => {
  expect(await statusOf(route, {})).toBe(401);
  expect(await statusOf(route, { cookie: 'console-session=made-up' })).toBe(401);
});

test('no change is made without the token of the session, nor from another origin', async () => {
  const { cookie } = await console.person('Anna', 'admin');
  for (const route of ROUTES.filter(({ method }) => method === 'POST')) {
    expect([route.url, await statusOf(route, { cookie })]).toEqual([route.url, 403]);
    const elsewhere = { cookie, origin: 'https://elsewhere.example' };
    expect([route.url, await statusOf(route, elsewhere)]).toEqual([route.url, 403]);
  }
});

test.each(Object.entries(STEPS))('%s needs the right to release this app', async (action, step) => {
  for (const person of strangers)
    expect(await person.step({ action, app: 'news', ...step })).toMatchObject({
      status: 403,
      body: { message: 'You need the right "releaser:news" for this.' },
    });
});

test('people are for admins alone', async () => {
  const releaser = await console.person('Rolf', 'releaser:news');
  expect((await releaser.get('/sign-in/people')).status).toBe(403);
  for (const [path, body] of [
    ['/sign-in/people/invite', { name: 'Eve', rights: ['admin'] }],
    ['/sign-in/people/0/end', {}],
    ['/sign-in/people/0/open', {}],
  ] as const)
    expect([path, (await releaser.post(path, body)).status]).toEqual([path, 403]);
});
