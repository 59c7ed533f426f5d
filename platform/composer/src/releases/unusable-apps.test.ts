import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

/** Lists apps that no composer can serve: one that is malformed, one without a release, one that is not an app's name. */
async function spoil(store: string): Promise<void> {
  const file = join(store, 'registry.json');
  const registry = JSON.parse(await readFile(file, 'utf8'));
  const [blog] = registry.microFrontends['mf-blog'];
  const gone = { ...blog, metadata: { ...blog.metadata, version: '9.9.9' }, extras: { ...blog.extras, routes: [] } };
  Object.assign(registry.microFrontends, { 'mf-odd': [{ url: 7 }], 'mf-gone': [gone], '../up': [blog] });
  await writeFile(file, JSON.stringify(registry));
}

let composer: RunningComposer;
afterEach(() => composer.close());

const page = (path: string) => fetch(composer.origin + path).then((response) => response.text());
const refusals = () => composer.events.filter(({ event }) => event === 'release refused');

test('apps that cannot be served stop no composer from starting, and are named in its log', async () => {
  const store = await fixtureStore();
  await spoil(store);
  composer = await runComposer(store, { API_PORT: '1' });
  expect(await page('/blog')).toContain('The journal');
  expect(JSON.stringify(refusals())).toMatch(/mf-odd is malformed.*\.\.\/up.*mf-gone is not signed/);
});

test('a remote whose code never comes to its end keeps no composer from starting', async () => {
  composer = await runComposer(await fixtureStore('await new Promise(() => {});'), { API_PORT: '1' });
  expect(await page('/')).toContain('<h1>Home</h1>');
  // Its process is given up after ten seconds: nobody waited for that.
  expect(composer.events.filter(({ event }) => event === 'guest ended')).toEqual([]);
});

test('server code that was changed after its promotion is never run by a composer that starts: the release before is live', async () => {
  const store = await fixtureStore();
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
  await promote(store, 'mf-blog', '1.1.0');
  await writeFile(join(store, 'mf-blog', '1.1.0', 'node', 'render.mjs'), SERVER_ENTRIES.says('Never published'));
  composer = await runComposer(store, { API_PORT: '1' });
  const seen: string[] = [];
  const asked = async () => {
    seen.push(await page('/blog'));
    return seen.join();
  };
  expect(await eventually(asked, (html) => html.includes('The journal'))).toContain('The journal');
  expect(seen.join()).not.toContain('Never published');
  expect(JSON.stringify(refusals())).toContain('mf-blog 1.1.0: node/render.mjs was changed after it was published');
});

test('they do not keep a running composer from taking the releases of others', async () => {
  const store = await fixtureStore();
  composer = await runComposer(store, { API_PORT: '1' });
  await spoil(store);
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
  await promote(store, 'mf-blog', '1.1.0');
  expect(
    await eventually(
      () => page('/blog'),
      (html) => html.includes('A new heading'),
    ),
  ).toContain('A new heading');
});

test('an app that nobody has heard of is on the site as soon as it is promoted', async () => {
  const store = await fixtureStore();
  composer = await runComposer(store, { API_PORT: '1' });
  await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'));
  await promote(store, 'mf-careers', '1.0.0');
  const asked = () => page('/careers');
  expect(await eventually(asked, (html) => html.includes('Come and work'))).toContain('Come and work with us');
});
