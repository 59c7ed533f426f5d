import type { ReleaseFragment } from '@wholepage/contracts/render';
import { createPreview } from '@wholepage/releases/preview/preview';
import { promote } from '@wholepage/releases/steps';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import { BUCKET_COOKIE } from '../canary/bucket';
import { cookiesOf, settableCookies } from '../http/request/request';
import { PREVIEW } from '../preview/previews';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

describe('fragments of a page', () => {
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

  /** A blog whose pages at `/blog/{name}` hold the given HTML. */
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
    if (name === 'count') return { html: '<s>rendering ' + count + '</s>', data: null };
    if (name === 'deferred') return { html: '<u>deferred</u>', data: null };
    if (name === 'gone') return { html: '<b>gone</b>', data: null, status: 404 };
    if (name === 'big') return { html: '<b>big</b>', data: '<'.repeat(2e5) };
    if (name === 'throws') throw new Error('on purpose');
    if (name === 'hangs') return new Promise(() => {});
    throw new Error('no fragment ' + name);
  }`;

  const FRAGMENTS: ReleaseFragment[] = [
    declared('price', { interactive: true, js: ['remoteEntry.js'] }),
    declared('cart', { cookies: ['cart'] }),
    declared('later', { when: 'visible' }),
    declared('deferred', { when: 'deferred' }),
    declared('count', { maxAge: 0 }),
    ...['outer', 'circle', 'deep', 'deeper', 'deepest', 'gone', 'big', 'throws', 'hangs'].map((name) => declared(name)),
  ];

  const PAGES = {
    price: `<h1>Price</h1>${slot('mf-courses/price', { course: '<2>' })}<p>end</p>`,
    two: slot('mf-courses/price', { course: 1 }) + slot('mf-courses/price', { course: 1 }),
    cart: slot('mf-courses/cart'),
    count: slot('mf-courses/count'),
    later: slot('mf-courses/later'),
    deferred: slot('mf-courses/deferred') + slot('mf-courses/price', undefined, ' data-when="deferred"'),
    outer: slot('mf-courses/outer'),
    circle: slot('mf-courses/circle'),
    deep: slot('mf-courses/deep'),
    big: slot('mf-courses/big'),
    throws: slot('mf-courses/throws'),
    hangs: Array.from({ length: 10 }, (_, index) =>
      slot(`mf-courses/${index < 3 ? 'hangs' : 'price'}`, { course: index }),
    ).join(''),
    unknown: slot('mf-nobody/price'),
    'every-object': slot('constructor/price') + slot('__proto__/price'),
    'made-up': Array.from({ length: 25 }, (_, index) => slot(`mf-courses/made-up-${index}`)).join(''),
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
    // On a busy machine, the first page may lack fragments whose process is still starting.
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

  test('a page is reused no longer than each of its fragments', async () => {
    const counts = [await page('count'), await page('count')].map((html) => /<s>.*<\/s>/.exec(html)?.[0]);
    expect(new Set(counts).size).toBe(2);
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

  test.each(['throws', 'unknown', 'huge', 'big'])('a page is there without one that is %s', async (name) => {
    const response = await get(`/blog/${name}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/data-state="fallback"[^>]*><\/fragment-slot>/);
  });

  test('a place that names what every object has is empty, and its page comes out of memory as any other', async () => {
    for (const _time of ['made', 'kept', 'kept']) {
      const response = await get('/blog/every-object');
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('rendering')]);
    }
  });

  test('names that are of no fragment, however many, are one name in the metrics', async () => {
    await page('made-up');
    const metrics = await (await fetch(`${composer.privateOrigin}/metrics`)).text();
    expect(metrics).not.toContain('made-up');
    expect(metrics).toMatch(/fragment_duration_seconds_count\{fragment="none",version="1.0.0",outcome="fallback"\}/);
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
    // The page around the fragment was not rendered for this visitor.
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
    expect(await (await get('/_fragments/mf-courses/deferred?key=b1')).json()).toMatchObject({
      html: '<u>deferred</u>',
    });
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
});

describe('hostile requests', () => {
  const APP = 'mf-courses';

  /** Renders its arguments as JSON. */
  const courses = `${SERVER_ENTRIES.says('Courses')}
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  export const renderFragment = async ({ name, props, cookies, url }) => {
    if (props.hangs) for (;;);
    if (name === 'strict' && typeof props.sku !== 'string')
      throw Object.assign(new Error('props.sku is missing'), { name: 'FragmentRequestError' });
    return { html: '<b>' + escaped(JSON.stringify({ props, cookies, url })) + '</b>', data: props };
  };`;

  /** A page with the fragment of its address. No app may have the name of a property of every object. */
  const BLOG = `export async function render({ url }) {
  const of = new URL(url, 'http://x').pathname.split('/')[2]?.replace('--', '/') ?? '${APP}/plain';
  const html = '<h1>Journal</h1><fragment-slot data-fragment="' + of + '"></fragment-slot><p>end</p>';
  return { status: 200, head: { title: 'Journal' }, html, data: null, maxAge: 0 };
}`;

  const fragmentOf = (name: string, cookies: string[] = []) => ({
    name,
    when: 'server' as const,
    maxAge: 300,
    cookies,
    interactive: true,
    js: [],
    css: [],
  });

  let composer: RunningComposer;
  let store: string;
  beforeAll(async () => {
    store = await fixtureStore(BLOG);
    const fragments = [fragmentOf('plain'), fragmentOf('strict'), fragmentOf('hung'), fragmentOf('mine', ['cart'])];
    await writeRelease(store, APP, '1.0.0', courses, { fragments });
    await promote(store, APP, '1.0.0');
    composer = await runComposer(store);
  });
  afterAll(() => composer.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(composer.origin + path, { headers });
  const fragment = (name: string, props: string) =>
    get(`/_fragments/${APP}/${name}?props=${encodeURIComponent(props)}&key=b1`);

  test.each(['constructor/x', 'constructor/constructor', 'proto/x', 'shell/x'])(
    'a fragment of an app that there is not is none: %s',
    async (of) => {
      expect((await get(`/_fragments/${of}`)).status).toBe(404);
      const page = await get(`/blog/${of.replace('/', '--')}`);
      expect(page.status).toBe(200);
      expect(await page.text()).toMatch(/data-state="fallback"[^>]*><\/fragment-slot><p>end<\/p>/);
    },
  );

  test('keys that every object has are keys like others', async () => {
    const answer = await get(`/_fragments/${APP}/plain?key=constructor`);
    expect(await answer.json()).toMatchObject({ fragments: { constructor: { app: APP, name: 'plain' } } });
  });

  test.each([
    '[]',
    '7',
    'null',
    '"text"',
    '{',
    `{"long":"${'x'.repeat(2_048)}"}`,
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  ])('props that are none, or too long or deep, are refused: %.30s', async (props) => {
    expect((await fragment('plain', props)).status).toBe(503);
  });

  test('props change no object that others share', async () => {
    const answer = await fragment('plain', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(answer.status).toBe(200);
    const other = (await (await fragment('plain', '{"sku":"2"}')).json()) as { html: string; data: object };
    expect(other.html).not.toContain('polluted');
    expect('polluted' in {}).toBe(false);
  });

  test('props that a fragment refuses take it from nobody whose props it knows', async () => {
    for (let visit = 0; visit < 20; visit += 1)
      expect((await fragment('strict', JSON.stringify({ visit }))).status).toBe(503);
    expect((await fragment('strict', '{"sku":"1"}')).status).toBe(200);
  });

  test('props by which a visitor lets a fragment hang take it from no page', async () => {
    const hangs = [0, 1, 2, 3].map((visit) => fragment('plain', JSON.stringify({ hangs: true, visit })));
    expect((await Promise.all(hangs)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    // The fragment's processes restart meanwhile.
    const asked = async () => (await get(`/blog/${APP}--plain`)).text();
    expect(await eventually(asked, (html) => html.includes('<b>'))).toContain('<b>');
    expect(composer.events.filter(({ details }) => /0 fragment plain: left/.test(String(details.reason)))).toEqual([]);
  });

  if (TAKES_ALL)
    test('props by which a page of a preview lets a fragment hang take it from no page either', async () => {
      const hanging = `let made = 0;
    export async function render() {
      made += 1;
      const props = '{&quot;hangs&quot;:true,&quot;made&quot;:' + made + '}';
      const html = '<fragment-slot data-fragment="${APP}/hung" data-props="' + props + '"></fragment-slot>';
      return { status: 200, head: { title: 'Journal' }, html, data: null, maxAge: 0 };
    }`;
      await writeRelease(store, 'mf-blog', '1.1.0', hanging);
      const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
      const hung = async () => {
        const metrics = await (await fetch(`${composer.privateOrigin}/metrics`)).text();
        return [
          ...metrics.matchAll(/duration_seconds_count\{app="mf-courses",[^}]*outcome="(?:timeout|ended)"\} (\d+)/g),
        ]
          .map(([, count]) => Number(count))
          .reduce((sum, count) => sum + count, 0);
      };
      for (let view = 0; view < 3; view += 1) {
        const before = await hung();
        await (await get('/blog', { cookie: `preview=${id}` })).text();
        await eventually(hung, (count) => count > before);
      }
      // The fragment's process restarts meanwhile.
      const asked = async () => (await get(`/blog/${APP}--hung`)).text();
      expect(await eventually(asked, (html) => html.includes('<b>'))).toContain('<b>');
      expect(composer.events.filter(({ details }) => /fragment hung: left/.test(String(details.reason)))).toEqual([]);
    });

  test('wrong props are a fault of the release where a page passes them, and none where a visitor writes them', async () => {
    const failures = async () => {
      const metrics = await (await fetch(`${composer.privateOrigin}/metrics`)).text();
      const [, count] =
        /composer_render_duration_seconds_count\{app="mf-courses",[^}]*outcome="failed"\} (\d+)/.exec(metrics) ?? [];
      return Number(count ?? 0);
    };
    const before = await failures();
    for (let visit = 0; visit < 5; visit += 1) await fragment('strict', JSON.stringify({ written: visit }));
    expect((await failures()) - before).toBe(0);
    expect(await (await get(`/blog/${APP}--strict`)).text()).toContain('data-state="fallback"');
    expect((await failures()) - before).toBe(1);
  });

  test('a fragment hears neither of cookies that it does not declare nor of the page that was named for it', async () => {
    const headers = { cookie: 'cart=7; office-session=2; bucket=live; __Host-view=3' };
    const plain = await (await get(`/_fragments/${APP}/plain?url=/secret`, headers)).text();
    expect(plain).not.toMatch(/office-session|"bucket|view|secret|\\"cart\\"/);
    const mine = await get(`/_fragments/${APP}/mine`, headers);
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    expect(await mine.text()).toContain('\\"cookies\\":{\\"cart\\":\\"7\\"}');
  });
});

describe('cookies of visitors', () => {
  test.each([BUCKET_COOKIE, PREVIEW, 'console-session', 'office-attempt', '__Host-bucket', '__Secure-cart'])(
    'a release that declares the cookie %s neither reads nor sets it: it is not an app’s',
    (name) => {
      expect(cookiesOf({ headers: { cookie: `${name}=1; cart=2` } }, [name, 'cart'])).toEqual({ cart: '2' });
      expect(settableCookies([`${name}=1; Path=/`], [name])).toEqual({ set: [], refused: [name] });
    },
  );
});
