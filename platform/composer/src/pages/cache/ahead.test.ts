import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { ReleaseSet } from '../../releases/release-set';
import { fixtureStore } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';
import { preloadHeader, speculationHeader, speculationRules } from '../document/document';

const manifest = (app: string, routes: { path: string; document: boolean }[]) =>
  ({ app, version: '1.0.0', routes, files: { 'a.css': { integrity: 'sha384-a' } } }) as unknown as ReleaseManifest;

const set = (...manifests: ReleaseManifest[]): ReleaseSet =>
  ({
    id: 'set',
    apps: Object.fromEntries(manifests.map((each) => [each.app, { manifest: each }])),
  }) as unknown as ReleaseSet;

const named = (isDocument: boolean): string => JSON.parse(speculationHeader(isDocument)['speculation-rules'] ?? '');

const pages = set(
  manifest('mf-blog', [{ path: '/blog', document: false }]),
  manifest('mf-courses', [{ path: '/courses/:id', document: true }]),
);

test('a page names rules that fetch ahead the documents of all remotes, and no other page', () => {
  const found = speculationRules(pages)[named(false)];
  expect(found?.headers['content-type']).toBe('application/speculationrules+json');
  const { prefetch } = JSON.parse(found?.body.toString() ?? '');
  expect(prefetch[0].where.and[0]).toEqual({ href_matches: ['/courses/:id'] });
});

test('a document names rules for pages that are none, which are softly had, and not for the API', () => {
  const { prefetch } = JSON.parse(speculationRules(pages)[named(true)]?.body.toString() ?? '');
  expect(prefetch[0].where.and).toEqual([
    { href_matches: ['/*'] },
    { not: { href_matches: ['/api/*', '/_*', '/courses/:id'] } },
  ]);
});

test('rules follow the releases under an address that stays', () => {
  const before = speculationRules(pages)[named(false)];
  expect(speculationRules(pages)[named(false)]).toBe(before);
  expect(speculationRules(set())[named(false)]?.body.toString()).toContain('"href_matches":[]');
});

test('styles and fonts are named before the page, styles with their integrity', () => {
  const files = [{ manifest: manifest('shell', []), js: [], css: ['a.css'] }];
  expect(preloadHeader([{ href: '/font.woff2' }], files).link).toBe(
    '</_releases/shell/1.0.0/a.css>; rel=preload; as=style; integrity="sha384-a", ' +
      '</font.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
  );
  expect(preloadHeader([], [])).toEqual({});
  expect(preloadHeader([{ href: '/font.woff2', media: '(width >= 40rem)' }], []).link).toBe(
    '</font.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin; media="(width >= 40rem)"',
  );
});

let composer: RunningComposer | undefined;
afterEach(async () => {
  await composer?.close();
  composer = undefined;
});

test.each([
  ['alone, it names the rules', {}, []],
  ['behind a proxy, which may send them early, its styles, too', { BEHIND_PROXY: '1' }, ['shell', 'mf-blog']],
])('what a page says before it comes: %s', async (_what, env, apps) => {
  composer = await runComposer(await fixtureStore(), { API_PORT: '1', ...env });
  // The second answer comes from memory.
  for (let times = 0; times < 2; times += 1) {
    const { headers } = await fetch(`${composer.origin}/blog`);
    expect(headers.get('speculation-rules')).toBe(`"${named(false)}"`);
    const files = headers.get('link')?.match(/\/_releases\/[^>]+/g) ?? [];
    expect(files).toEqual(apps.map((app) => `/_releases/${app}/1.0.0/app.css`));
  }
  const list = await fetch(composer.origin + named(false));
  expect(list.headers.get('content-type')).toBe('application/speculationrules+json');
});
