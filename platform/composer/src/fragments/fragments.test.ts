import type { ReleaseFragment } from '@wholepage/contracts/render';
import { promote } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

const declared = (name: string, change: Partial<ReleaseFragment> = {}): ReleaseFragment => ({
  name,
  when: 'server',
  maxAge: 300,
  cookies: [],
  interactive: false,
  js: [],
  css: ['app.css'],
  ...change,
});

const slot = (of: string, props?: object, more = ''): string =>
  `<fragment-slot data-fragment="${of}"${props ? ` data-props='${JSON.stringify(props)}'` : ''}${more}></fragment-slot>`;

/** A blog whose pages hold what stands behind `?show=`. */
const blogWith = (pages: Record<string, string>): string => `
  const PAGES = ${JSON.stringify(pages)};
  let pages = 0;
  export async function render({ url }) {
    pages += 1;
    const name = new URL(url).pathname.slice(6);
    return { status: 200, head: { title: name }, html: '<p>rendering ' + pages + '</p>' + (PAGES[name] ?? ''), data: null, maxAge: 60 };
  }`;

const courses = (version: string): string => `
  ${SERVER_ENTRIES.says('Courses')}
  export async function renderFragment({ name, props, cookies }) {
    count += 1;
    if (name === 'price') return { html: '<b id="__fragment_key__-price">' + (props.course ?? '') + ' ${version}</b>', data: { course: props.course ?? null } };
    if (name === 'cart') return { html: '<i>cart of ' + (cookies.cart ?? 'nobody') + ', rendering ' + count + '</i>', data: null };
    if (name === 'outer') return { html: '<div>outer ' + ${JSON.stringify(slot('mf-courses/price', { course: 'inner' }))} + '</div>', data: null };
    if (name === 'circle') return { html: ${JSON.stringify(slot('mf-courses/circle'))}, data: null };
    if (name === 'deep') return { html: 'deep' + ${JSON.stringify(slot('mf-courses/deeper'))}, data: null };
    if (name === 'deeper') return { html: 'deeper' + ${JSON.stringify(slot('mf-courses/deepest'))}, data: null };
    if (name === 'deepest') return { html: 'deepest' + ${JSON.stringify(slot('mf-courses/price'))}, data: null };
    if (name === 'deferred') return { html: '<u>deferred</u>', data: null };
    if (name === 'gone') return { html: '<b>gone</b>', data: null, status: 404 };
    if (name === 'throws') throw new Error('on purpose');
    if (name === 'hangs') return new Promise(() => {});
    throw new Error('no fragment ' + name);
  }`;

const FRAGMENTS: ReleaseFragment[] = [
  declared('price', { interactive: true, js: ['remoteEntry.js'] }),
  declared('cart', { cookies: ['cart'] }),
  declared('later', { when: 'visible' }),
  declared('deferred', { when: 'deferred' }),
  ...['outer', 'circle', 'deep', 'deeper', 'deepest', 'gone', 'throws', 'hangs'].map((name) => declared(name)),
];

const PAGES = {
  price: `<h1>Price</h1>${slot('mf-courses/price', { course: '<2>' })}<p>end</p>`,
  two: slot('mf-courses/price', { course: 1 }) + slot('mf-courses/price', { course: 1 }),
  cart: slot('mf-courses/cart'),
  later: slot('mf-courses/later'),
  deferred: slot('mf-courses/deferred') + slot('mf-courses/price', undefined, ' data-when="deferred"'),
  outer: slot('mf-courses/outer'),
  circle: slot('mf-courses/circle'),
  deep: slot('mf-courses/deep'),
  throws: slot('mf-courses/throws'),
  hangs: Array.from({ length: 10 }, (_, index) =>
    slot(`mf-courses/${index < 3 ? 'hangs' : 'price'}`, { course: index }),
  ).join(''),
  unknown: slot('mf-nobody/price'),
  required: slot('mf-courses/gone', undefined, ' data-required=""'),
  none: '<h1>None</h1>',
  comment: `<!-- ${slot('mf-courses/price')} --><p title="<fragment-slot data-fragment='mf-courses/price'>">text</p>`,
  huge: slot('mf-courses/price', { course: 'x'.repeat(3_000) }),
  many: Array.from({ length: 31 }, (_, index) => slot('mf-courses/price', { course: index })).join(''),
};

const releaseCourses = async (store: string, version: string, fragments = FRAGMENTS): Promise<void> => {
  await writeRelease(store, 'mf-courses', version, courses(version), { contract: 4, fragments });
  await promote(store, 'mf-courses', version);
};

let store: string;
let composer: RunningComposer;
beforeAll(async () => {
  store = await fixtureStore(blogWith(PAGES));
  await releaseCourses(store, '1.0.0');
  composer = await runComposer(store, { API_PORT: '1', FRAGMENTS_TIMEOUT_MS: '1000' });
  // The first page of a busy machine may be sent without the fragments whose process is still starting.
  await eventually(
    () => page('two'),
    (html) => html.includes('f2-price'),
  );
});
afterAll(() => composer.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(composer.origin + path, { headers });
const page = async (name: string, headers?: Record<string, string>) => (await get(`/blog/${name}`, headers)).text();

test('a fragment stands whole in the page, with its styles, its key and what its browser part needs', async () => {
  const html = await page('price');
  expect(html).toMatch(
    /<fragment-slot data-key="f1" data-state="ready" data-fragment="mf-courses\/price" .*?'><b id="f1-price">/,
  );
  expect(html).toContain('<h1>Price</h1>');
  expect(html).toContain('<p>end</p>');
  expect(html).toContain('href="/_releases/mf-courses/1.0.0/app.css"');
  const state = JSON.parse(/<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(state.fragments).toEqual({ f1: { app: 'mf-courses', name: 'price', data: { course: '<2>' } } });
  expect(state.fragmentRemotes).toEqual([expect.objectContaining({ name: 'mf-courses', version: '1.0.0' })]);
});

test('two places of one fragment have ids of their own', async () => {
  expect(await page('two')).toMatch(/id="f1-price".*id="f2-price"/s);
});

test('a page without fragments carries nothing of them', async () => {
  const html = await page('none');
  expect(html).not.toContain('fragment');
});

test('what only looks like a place stays text', async () => {
  expect(await page('comment')).not.toContain('data-state');
});

test('a fragment holds others, to a depth of three, and no circle', async () => {
  expect(await page('outer')).toMatch(/outer <fragment-slot[^>]*data-state="ready"[^>]*><b id="f2-price">inner/);
  expect(await page('circle')).toMatch(/data-state="ready"[^>]*><fragment-slot [^>]*data-state="fallback"/);
  const deep = await page('deep');
  expect(deep).toContain('deepest');
  expect(deep).toMatch(/deepest<fragment-slot[^>]*data-state="fallback"/);
  expect(composer.events).toContainEqual(
    expect.objectContaining({
      details: expect.objectContaining({ reason: 'mf-courses/circle → mf-courses/circle is a circle' }),
    }),
  );
});

test.each(['throws', 'unknown', 'huge'])('one that %s leaves its fallback, and the page is there', async (name) => {
  const response = await get(`/blog/${name}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/data-state="fallback"[^>]*><\/fragment-slot>/);
});

test('a page holds at most thirty', async () => {
  const html = await page('many');
  expect(html.match(/data-state="ready"/g)).toHaveLength(30);
  expect(html.match(/data-state="fallback"/g)).toHaveLength(1);
});

test('a required one gives the page its status', async () => {
  expect((await get('/blog/required')).status).toBe(404);
});

test('three of ten that hang cost the page no more than the time that fragments have', async () => {
  const began = performance.now();
  const html = await page('hangs');
  expect(performance.now() - began).toBeLessThan(2_900);
  expect(html.match(/data-state="ready"/g)).toHaveLength(7);
  expect(html.match(/data-state="fallback"/g)).toHaveLength(3);
});

test('one that reads a cookie is made for who brings it, and shared by all others', async () => {
  const [one, other] = [await page('cart'), await page('cart')];
  expect(one).toContain('cart of nobody');
  expect(other).toBe(one);
  const mine = await get('/blog/cart', { cookie: 'cart=anna' });
  expect(mine.headers.get('cache-control')).toBe('private, no-store');
  const html = await mine.text();
  expect(html).toContain('cart of anna');
  // The page around it was not rendered for them.
  expect(/rendering \d+/.exec(html)?.[0]).toBe(/rendering \d+/.exec(one)?.[0]);
  expect(await page('cart')).toContain('cart of nobody');
  expect((await get('/blog/cart')).headers.get('cache-control')).toBe('private, no-store');
});

test('one of two cookies of a name counts for neither', async () => {
  expect(await page('cart', { cookie: 'cart=anna; cart=bert' })).toContain('cart of nobody');
});

test('a deferred one is left to the browser, and the page stays one for all', async () => {
  const response = await get('/blog/deferred');
  expect(await response.text()).toMatch(
    /data-state="pending" data-when="deferred"[^>]*mf-courses\/deferred[^>]*><\/fragment-slot><fragment-slot[^>]*data-state="pending"[^>]*data-when="deferred"[^>]*><\/fragment-slot>/,
  );
  expect(response.headers.get('cache-control')).not.toContain('private');
  expect(await (await get('/_fragments/mf-courses/deferred?key=b1')).json()).toMatchObject({ html: '<u>deferred</u>' });
});

test('a visible one is left to the browser, with the time to request it', async () => {
  expect(await page('later')).toMatch(/data-state="pending" data-when="visible"[^>]*><\/fragment-slot>/);
});

test('a fragment is had by itself, with what it needs', async () => {
  const props = encodeURIComponent(JSON.stringify({ course: '"3">' }));
  const response = await get(`/_fragments/mf-courses/price?props=${props}&set=x&key=b7`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toMatchObject({
    html: '<b id="b7-price">"3"> 1.0.0</b>',
    data: { course: '"3">' },
    css: ['/_releases/mf-courses/1.0.0/app.css'],
    releases: { 'mf-courses': '1.0.0' },
    fragments: { b7: { app: 'mf-courses', name: 'price' } },
    remotes: [{ name: 'mf-courses' }],
  });
  expect((await get('/_fragments/mf-courses/nobody')).status).toBe(404);
  expect((await get('/_fragments/mf-courses/throws')).status).toBe(503);
  expect((await get('/_fragments/mf-courses/price?key="><x')).status).toBe(404);
});

test('a release of a fragment is seen on every page that holds it, and renders no page again', async () => {
  const [price, none] = [await page('price'), await page('none')];
  await releaseCourses(store, '1.1.0');
  const now = await eventually(
    () => page('price'),
    (html) => html.includes('1.1.0'),
  );
  expect(now).toContain('<2> 1.1.0');
  expect(/rendering \d+/.exec(now)?.[0]).toBe(/rendering \d+/.exec(price)?.[0]);
  expect(await page('none')).toBe(none);
});

test('a trace shows each fragment as a step of its page, and one in another as a step of that', async () => {
  const trace = 'a1'.repeat(16);
  await get('/_fragments/mf-courses/outer?key=t1', { traceparent: `00-${trace}-${'b2'.repeat(8)}-01` });
  const steps = await eventually(
    async () => composer.spans.filter(({ step }) => step.id === trace),
    (found) => found.length >= 3,
  );
  const named = (name: string) => steps.find((span) => span.name.startsWith(name));
  const [outer, price] = [named('fragment mf-courses/outer'), named('fragment mf-courses/price')];
  expect(outer).toMatchObject({
    failed: false,
    attributes: { app: 'mf-courses', memory: expect.stringMatching(/yes|no/) },
  });
  expect(price?.step.parentSpanId).toBe(outer?.step.spanId);
  expect(named('GET')?.step.spanId).toBe(outer?.step.parentSpanId);
});
