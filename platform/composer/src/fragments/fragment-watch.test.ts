import { startCanary } from '@wholepage/releases/canary/canary';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { promote } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { ask, NAVIGATION } from '../testing/browser-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

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
beforeEach(async () => {
  store = await fixtureStore(BLOG);
  await writeRelease(store, APP, '1.0.0', SOUND, { fragments: FRAGMENTS });
  await promote(store, APP, '1.0.0');
  // Guests start slowly on a busy machine; a page that did not wait shows them as late.
  composer = await runComposer(store, { FRAGMENTS_TIMEOUT_MS: '5000', RENDER_TIMEOUT_MS: '5000' });
});
afterEach(() => composer.close());

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
  // A page that was made while the live release's process started lacks the fragment, and is made again.
  await eventually(
    async () => (await fetch(`${composer.origin}/blog`)).text(),
    (page) => page.includes('<b>50,000</b>'),
  );
  expect(composer.events.map(({ event }) => event)).toContain('canary stopped');
});
