import { startCanary } from '@wholepage/releases/canary/canary';
import { createPreview } from '@wholepage/releases/preview/preview';
import { promote, rollback } from '@wholepage/releases/steps';
import { ask, type Jar, NAVIGATION } from '../testing/browser-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

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
beforeEach(async () => {
  store = await fixtureStore(BLOG);
  for (const [version, price] of [
    ['1.0.0', 'old'],
    ['1.1.0', 'new'],
  ] as const)
    await writeRelease(store, APP, version, courses(price), { fragments: FRAGMENTS });
  await promote(store, APP, '1.0.0');
  // Which release is seen is the question here, not how soon its process starts.
  composer = await runComposer(store, { FRAGMENTS_TIMEOUT_MS: '5000', RENDER_TIMEOUT_MS: '5000' });
});
afterEach(() => composer.close());

const visit = async (path: string, jar: Jar = new Map()): Promise<string> =>
  (await ask(composer.origin + path, jar, { headers: NAVIGATION })).text;
const priceOf = (html: string): string | undefined => /<b>(\w+)<\/b>/.exec(html)?.[1];

/** Every page that holds it shows this price. @returns after how many ms */
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
