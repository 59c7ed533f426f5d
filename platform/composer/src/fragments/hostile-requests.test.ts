import { createPreview } from '@wholepage/releases/preview/preview';
import { promote } from '@wholepage/releases/steps';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

const APP = 'mf-courses';

/** Shows what it got, as JSON. */
const courses = `${SERVER_ENTRIES.says('Courses')}
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  export const renderFragment = async ({ name, props, cookies, url }) => {
    if (props.hangs) for (;;);
    if (name === 'strict' && typeof props.sku !== 'string')
      throw Object.assign(new Error('props.sku is missing'), { name: 'FragmentRequestError' });
    return { html: '<b>' + escaped(JSON.stringify({ props, cookies, url })) + '</b>', data: props };
  };`;

/** Names in every object of JavaScript are names of apps to nobody. */
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
  // Its processes start again meanwhile.
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
      return [...metrics.matchAll(/duration_seconds_count\{app="mf-courses",[^}]*outcome="(?:timeout|ended)"\} (\d+)/g)]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0);
    };
    for (let view = 0; view < 3; view += 1) {
      const before = await hung();
      await (await get('/blog', { cookie: `preview=${id}` })).text();
      await eventually(hung, (count) => count > before);
    }
    // Its process starts again meanwhile.
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
