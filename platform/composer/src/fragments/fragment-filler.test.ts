import { startCanary } from '@wholepage/releases/canary/canary';
import { createPreview } from '@wholepage/releases/preview/preview';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { promote, rollback } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { RenderError } from '../errors';
import { ask, type Jar, NAVIGATION } from '../testing/browser-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import {
  FragmentFiller,
  FragmentSource,
  fillPlaces,
  findPlaces,
  PageFragments,
  type RenderedFragment,
} from './fragment-filler';

describe('filling', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const LIMIT_MS = 400;

  const declared = (name: string) => ({
    name,
    when: 'server',
    maxAge: 300,
    cookies: [],
    interactive: false,
    js: [],
    css: [],
  });
  const NAMES = ['quick', 'outer', 'hangs'];
  const release = { manifest: { app: 'shop', version: '1.0.0', fragments: NAMES.map(declared) } };
  const set = { apps: { shop: release, guest: { ...release, isIsolated: true } } };

  const slot = (name: string): string => `<fragment-slot data-fragment="shop/${name}"></fragment-slot>`;
  const rendered = (html: string): RenderedFragment => ({
    html,
    data: null,
    status: 200,
    maxAge: 60,
    fromCache: false,
  });

  /** Renders `quick` at once, `outer` after 300 ms with a hanging fragment inside, and `hangs` never. */
  const source: Pick<FragmentSource, 'get'> = {
    get: ({ declared: { name } }) => {
      if (name === 'quick') return Promise.resolve(rendered('<b>quick</b>'));
      if (name === 'outer') return new Promise((resolve) => setTimeout(resolve, 300, rendered(slot('hangs'))));
      return new Promise(() => {});
    },
  };

  /** Fills in the fragments of a page, within `LIMIT_MS` for all of them. */
  function fill(html: string) {
    const fragments = new PageFragments('f');
    const context = {
      set,
      url: new URL('http://localhost/page'),
      site: { config: {}, path: '' },
      cookiesOf: () => ({}),
      trace: undefined,
      deadline: performance.now() + LIMIT_MS,
      fragments,
    };
    const filler = new FragmentFiller(source as FragmentSource, jest.fn());
    let sent: string | undefined;
    void filler.fill(html, context as never).then((done) => {
      sent = done;
    });
    return { fragments, sent: () => sent };
  }

  test('a page of ten fragments of which three hang is sent when their time is over, to the millisecond', async () => {
    const names = Array.from({ length: 10 }, (_, index) => (index % 3 === 1 ? 'hangs' : 'quick'));
    const page = fill(names.map(slot).join(''));
    await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(page.sent()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(page.sent()?.match(/data-state="ready"/g)).toHaveLength(7);
    expect(page.sent()?.match(/data-state="fallback"/g)).toHaveLength(3);
    expect(page.fragments.isComplete).toBe(false);
  });

  test('all depths share this time: one that hangs in a slow one has what the slow one left', async () => {
    const page = fill(slot('outer'));
    await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(page.sent()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(page.sent()).toMatch(/data-state="ready"[^>]*><fragment-slot[^>]*data-state="fallback"/);
  });

  test('a page whose fragments are all there is sent at once', async () => {
    const page = fill(slot('quick') + slot('quick'));
    await jest.advanceTimersByTimeAsync(0);
    expect(page.sent()?.match(/data-state="ready"/g)).toHaveLength(2);
  });

  test('a page holds no fragment of an isolated remote, whose HTML would be a part of the page', async () => {
    const page = fill(slot('quick').replace('shop', 'guest'));
    await jest.advanceTimersByTimeAsync(0);
    expect(page.fragments.outcomes).toMatchObject([{ state: 'fallback', isNone: true }]);
  });
});

test('what a visitor who writes the props of a page is refused is refused to no page', async () => {
  const source = new FragmentSource({
    async fragment(_release, _request, _trace, hasVisitorProps) {
      if (hasVisitorProps) throw new RenderError('left alone after repeated failures');
      return { html: '<b>1</b>', data: null, status: 200 };
    },
  });
  const request = {
    release: { code: { id: 'shop' } },
    declared: { name: 'price', maxAge: 60, cookies: [] },
    propsText: '{}',
    props: {},
    trace: undefined,
  } as unknown as Parameters<FragmentSource['get']>[0];
  const context = { site: { path: '', config: {} }, url: new URL('http://site.test/'), cookiesOf: () => ({}) };
  const get = (more?: object) => source.get(request, { ...context, ...more } as never);
  await expect(get({ hasVisitorProps: true })).rejects.toThrow('left alone');
  await expect(get()).resolves.toMatchObject({ html: '<b>1</b>', fromCache: false });
  // Visitors get the result that a page has cached.
  await expect(get({ hasVisitorProps: true })).resolves.toMatchObject({ html: '<b>1</b>', fromCache: true });
});

test('data that visitors have made by made-up props takes no more memory than so much', async () => {
  const fragment = async () => ({ html: '', data: 'x'.repeat(500_000), status: 200 as const });
  const source = new FragmentSource({ fragment });
  const context = { site: { path: '' }, url: new URL('http://site.test/'), cookiesOf: () => ({}) } as never;
  const get = (propsText: string) =>
    source.get({ release: { code: {} }, declared: { maxAge: 60 }, propsText } as never, context);
  for (let made = 0; made < 20; made += 1) await get(`${made}`);
  expect([(await get('19')).fromCache, (await get('0')).fromCache]).toEqual([true, false]);
});

describe('slots', () => {
  const slot = (name: string, more = '') => `<fragment-slot data-fragment="shop/${name}"${more}></fragment-slot>`;
  const filled = (html: string) => {
    const slots = findPlaces(html);
    return fillPlaces(
      html,
      slots,
      slots.map(({ of, props }) => ({ attributes: ' data-key="k"', content: `${of} ${props}`.trim() })),
    );
  };

  test.each([
    ['elements', `<p>a</p>${slot('one')}<div>${slot('two')}</div>`, 2],
    ['HTML with ends left out', `<ul><li>${slot('one')}<li>${slot('two')}</ul>`, 2],
  ])('each place in %s is filled', (_name, html, count) => {
    const names = ['shop/one', 'shop/two'].slice(0, count);
    expect(filled(html)).toContain(`<fragment-slot data-key="k" data-fragment="shop/one">shop/one</fragment-slot>`);
    expect(findPlaces(html).map(({ of }) => of)).toEqual(names);
  });

  test('props are read as browsers read attributes', () => {
    const html = slot('one', ' data-props="{&quot;of&quot;:&quot;a&amp;b&quot;}" data-required=""');
    expect(findPlaces(html)).toMatchObject([{ of: 'shop/one', props: '{"of":"a&b"}', required: true }]);
  });

  test.each([
    ['a comment', `<!-- ${slot('one')} -->`],
    ['a value', `<p title="${slot('one').replaceAll('"', "'")}">a</p>`],
    ['a text for those who run no scripts', `<noscript>${slot('one')}</noscript>`],
    ['an element that holds something already', slot('one').replace('><', '> <')],
    ['another element', slot('one').replaceAll('fragment-slot', 'fragment-slots')],
  ])('%s is no place', (_name, html) => {
    expect(findPlaces(`${html}${slot('two')}`).map(({ of }) => of)).toEqual(['shop/two']);
  });

  test('very many elements beside a place, and very many places, hold the composer up for moments', () => {
    const before = process.cpuUsage();
    expect(findPlaces(`<div>${'<b></b>'.repeat(290_000)}</div>${slot('one')}`)).toHaveLength(1);
    expect(findPlaces(slot('one').repeat(30_000))).toHaveLength(200);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(20_000);
  });
});

describe('faults', () => {
  const APP = 'mf-courses';
  /** Bodies of `renderFragment` by the name of their fault. */
  const FAULTS: Record<string, string> = {
    loops: 'for (;;);',
    hoards: 'const all = []; for (;;) all.push(new Uint8Array(8 * 1024 * 1024).fill(1));',
    exits: 'process.exit(1);',
    throws: "throw new Error('on purpose');",
    hangs: 'return new Promise(() => {});',
    shouts: "return { html: '<p>' + 'x'.repeat(2 * 1024 * 1024) + '</p>', data: null };",
    spills: "return { html: '</main><script>alert(1)</script>', data: null };",
    mumbles: 'return { data: null };',
    // A release that needs other props than its users pass.
    changed:
      "if (!Array.isArray(props.skus)) throw new Error('props.skus is missing'); return { html: 'x', data: null };",
  };

  const courses = `${SERVER_ENTRIES.says('Courses')}
  const FAULTS = { ${Object.entries(FAULTS)
    .map(([name, body]) => `${name}: (props) => { ${body} }`)
    .join(', ')} };
  export const renderFragment = async ({ name, props }) =>
    name === 'sound' ? { html: '<b>sound</b>', data: null } : FAULTS[name](props);`;

  const slot = (name: string): string =>
    `<fragment-slot data-fragment="${APP}/${name}" data-props='{"sku":"1"}'></fragment-slot>`;

  const BLOG = `export async function render({ url }) {
  const name = new URL(url).pathname.slice(6);
  const html = '<h1>Journal</h1>' + ${JSON.stringify(slot('NAME'))}.replace('NAME', name) + '<p>end</p>';
  return { status: 200, head: { title: 'Journal' }, html, data: null, maxAge: 0 };
}`;

  const fragmentOf = (name: string) => ({
    name,
    when: 'server' as const,
    maxAge: 300,
    cookies: [],
    interactive: false,
    js: [],
    css: [],
  });

  /** Timeout of fragments, plus the start of a process on a busy machine. */
  const IN_TIME_MS = 5_000;

  let composer: RunningComposer;
  beforeAll(async () => {
    const store = await fixtureStore(BLOG);
    await writeRelease(store, APP, '1.0.0', courses, { fragments: ['sound', ...Object.keys(FAULTS)].map(fragmentOf) });
    await promote(store, APP, '1.0.0');
    composer = await runComposer(store);
  });
  afterAll(() => composer.close());

  test.each(Object.keys(FAULTS))(
    'a fragment that %s leaves its fallback, and the page around it is whole, in time',
    async (name) => {
      const began = performance.now();
      const response = await fetch(`${composer.origin}/blog/${name}`);
      const html = await response.text();
      expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
      expect(response.status).toBe(200);
      expect(html).toMatch(
        /<h1>Journal<\/h1><fragment-slot[^>]*data-state="fallback"[^>]*><\/fragment-slot><p>end<\/p>/,
      );
      expect(html).not.toContain('alert(1)');
      expect(composer.events).toContainEqual(
        expect.objectContaining({
          event: 'fragment left out',
          details: expect.objectContaining({
            fragment: `${APP}/${name}`,
            version: '1.0.0',
            reason: expect.any(String),
          }),
        }),
      );
    },
  );
});

describe('what is counted of fragments', () => {
  const APP = 'mf-courses';
  const PLACE = `<fragment-slot data-fragment="${APP}/price"></fragment-slot>`;
  const FRAGMENTS = [
    { name: 'price', when: 'server' as const, maxAge: 300, cookies: [], interactive: false, js: [], css: [] },
  ];

  const withFragment = (body: string): string => `
  ${SERVER_ENTRIES.says('Courses')}
  export async function renderFragment() { ${body} }`;
  const SOUND = withFragment("return { html: '<b>50,000</b>', data: null }");
  const BROKEN = withFragment("throw new Error('on purpose')");

  const BLOG = `export async function render() {
  return { status: 200, head: { title: 'Journal' }, html: '<h1>Journal</h1>${PLACE}', data: null, maxAge: 60 };
}`;

  let composer: RunningComposer;
  let store: string;
  beforeAll(async () => {
    store = await fixtureStore(BLOG);
    await writeRelease(store, APP, '1.0.0', SOUND, { fragments: FRAGMENTS });
    await promote(store, APP, '1.0.0');
    // Longer timeouts, because guests start slowly on a busy machine and a page would show them as late.
    composer = await runComposer(store, { FRAGMENTS_TIMEOUT_MS: '5000', RENDER_TIMEOUT_MS: '5000' });
  });
  afterAll(() => composer.close());

  test('operators see each fragment of a page: its release, its time, and whether it came from memory', async () => {
    const shown = async () => (await fetch(`${composer.privateOrigin}/_composition?path=/blog`)).text();
    expect(await shown()).toContain('No page with fragments was made here lately.');
    expect(await (await fetch(`${composer.origin}/blog`)).text()).toContain('<b>50,000</b>');
    expect((await shown()).replaceAll(/<td [^>]*>/g, '<td>')).toMatch(
      /<td>mf-courses\/price<\/td><td>1\.0\.0<\/td><td>f1<\/td><td>ready<\/td><td>[\d.]+ ms<\/td><td>its guest<\/td>/,
    );
    await fetch(`${composer.origin}/_fragments/${APP}/price`);
    const metrics = await (await fetch(`${composer.privateOrigin}/metrics`)).text();
    for (const outcome of ['rendered', 'cached'])
      expect(metrics).toContain(
        `composer_fragment_duration_seconds_count{fragment="${APP}/price",version="1.0.0",outcome="${outcome}"} 1`,
      );
  });

  test('a canary whose fragments fail on pages of other teams is stopped by itself', async () => {
    await writeRelease(store, APP, '2.0.0', BROKEN, { fragments: FRAGMENTS });
    await startCanary(store, APP, '2.0.0', 50);
    const canary = async () => releasesOf(await readRegistry(folderStore(store)), APP).canary;
    await eventually(
      async () => {
        await ask(`${composer.origin}/blog`, new Map(), { headers: NAVIGATION });
        return canary();
      },
      (found) => found === undefined,
    );
    // A page rendered while the live release's process started lacks the fragment; a later render has it.
    await eventually(
      async () => (await fetch(`${composer.origin}/blog`)).text(),
      (page) => page.includes('<b>50,000</b>'),
    );
    expect(composer.events.map(({ event }) => event)).toContain('canary stopped');
  });
});

describe('a release of a fragment', () => {
  const APP = 'mf-courses';
  const FRAGMENTS = [
    { name: 'price', when: 'server' as const, maxAge: 300, cookies: [], interactive: false, js: [], css: [] },
  ];

  const courses = (price: string): string => `
  ${SERVER_ENTRIES.says('Courses')}
  export async function renderFragment() { return { html: '<b>${price}</b>', data: null }; }`;

  /** Each page counts its renders; those below `/blog/with` hold the fragment. */
  const BLOG = `let renders = 0;
  export async function render({ url }) {
    renders += 1;
    const place = url.includes('/with') ? '<fragment-slot data-fragment="${APP}/price"></fragment-slot>' : '';
    return { status: 200, head: { title: 'Journal' }, html: '<p>render ' + renders + '</p>' + place, data: null, maxAge: 60 };
  }`;

  const HOLDERS = ['/blog/with-one', '/blog/with-two'];
  const SEEN_WITHIN_MS = 2_000;

  let composer: RunningComposer;
  let store: string;
  beforeAll(async () => {
    store = await fixtureStore(BLOG);
    for (const [version, price] of [
      ['1.0.0', 'old'],
      ['1.1.0', 'new'],
    ] as const)
      await writeRelease(store, APP, version, courses(price), { fragments: FRAGMENTS });
    await promote(store, APP, '1.0.0');
    // Longer timeouts: these tests measure which release is shown, not how soon its process starts.
    composer = await runComposer(store, { FRAGMENTS_TIMEOUT_MS: '5000', RENDER_TIMEOUT_MS: '5000' });
  });
  afterAll(() => composer.close());

  const visit = async (path: string, jar: Jar = new Map()): Promise<string> =>
    (await ask(composer.origin + path, jar, { headers: NAVIGATION })).text;
  const priceOf = (html: string): string | undefined => /<b>(\w+)<\/b>/.exec(html)?.[1];

  /** Waits until every page with the fragment shows this price. @returns the wait in ms */
  async function shown(price: string): Promise<number> {
    const began = performance.now();
    for (const path of HOLDERS) {
      const html = await eventually(
        () => visit(path),
        (found) => priceOf(found) === price,
      );
      expect(priceOf(html)).toBe(price);
    }
    return performance.now() - began;
  }

  test('a release and its rollback are seen on each page that holds the fragment in time, and make no other page again', async () => {
    await shown('old');
    const other = await visit('/blog/without');
    await promote(store, APP, '1.1.0');
    expect(await shown('new')).toBeLessThan(SEEN_WITHIN_MS);
    await rollback(store, APP);
    expect(await shown('old')).toBeLessThan(SEEN_WITHIN_MS);
    expect(await visit('/blog/without')).toBe(other);
  });

  test('a preview shows the fragment on each page that holds it to the one who has its address', async () => {
    const { id } = await createPreview(store, { [APP]: '1.1.0' }, { by: 'asha' });
    const jar: Jar = new Map();
    await visit(`/blog/with-one?preview=${id}`, jar);
    for (const path of HOLDERS) {
      expect(priceOf(await visit(path, jar))).toBe('new');
      expect(priceOf(await visit(path))).toBe('old');
    }
  });

  test('an override shows it to its developer alone', async () => {
    const jar: Jar = new Map();
    await visit(`/blog/with-one?override=${APP}@1.1.0`, jar);
    for (const path of HOLDERS) {
      expect(priceOf(await visit(path, jar))).toBe('new');
      expect(priceOf(await visit(path))).toBe('old');
    }
  });

  test('a canary of the fragment keeps a visitor on one variant, on all pages that hold it', async () => {
    await startCanary(store, APP, '1.1.0', 50);
    const first = await eventually(
      () => visit('/blog/with-one'),
      (html) => priceOf(html) === 'new',
    );
    expect(priceOf(first)).toBe('new');
    const seen = new Set<string | undefined>();
    await eventually(
      async () => {
        const jar: Jar = new Map();
        const prices = [];
        for (const path of [...HOLDERS, ...HOLDERS]) prices.push(priceOf(await visit(path, jar)));
        expect(new Set(prices).size).toBe(1);
        seen.add(prices[0]);
        return seen.size;
      },
      (variants) => variants === 2,
    );
    expect([...seen].sort()).toEqual(['new', 'old']);
  });
});
