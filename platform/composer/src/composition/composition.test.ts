import { startCanary } from '@wholepage/releases/canary/canary';
import { promote } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { type RunningComposer, runComposer } from '../testing/running-composer';

let composer: RunningComposer | undefined;
afterEach(() => composer?.close());

const start = async (env: NodeJS.ProcessEnv = {}, blog?: string): Promise<string> => {
  const store = await fixtureStore(blog);
  await writeRelease(store, 'mf-blog', '1.1.0', blog ?? SERVER_ENTRIES.says('The journal'));
  await promote(store, 'mf-blog', '1.1.0', { by: 'asha', why: 'a <b>new</b> list' });
  composer = await runComposer(store, env);
  return composer.privateOrigin;
};

const page = async (origin: string, query = '') => {
  const response = await fetch(`${origin}/_composition${query}`);
  // Attributes of cells hold labels for phones, which these tests ignore.
  return { response, text: (await response.text()).replaceAll(/<td [^>]*>/g, '<td>') };
};

test('it says which release made which part, with timings and faults, and who released what and why', async () => {
  const origin = await start({}, SERVER_ENTRIES.says('The journal'));
  await fetch(`${composer?.origin}/blog`);
  const { response, text } = await page(origin, '?path=/blog');
  expect(response.status).toBe(200);
  expect(text).toMatch(/<td>shell<\/td><td>1\.0\.0<\/td><td>100 %<\/td><td>the layout/);
  expect(text).toMatch(
    /<td>mf-blog<\/td><td>1\.1\.0<\/td><td>100 %<\/td><td>the page, by its route \/blog<\/td>.*<td>\d+ ms, 1 times<\/td><td>0<\/td>/,
  );
  expect(text).toContain(
    '<td>promote</td><td>mf-blog</td><td>1.1.0</td><td>asha</td><td>a &lt;b&gt;new&lt;/b&gt; list</td>',
  );
  expect(text).not.toContain('<script');
  // The path is escaped.
  expect((await page(origin, `?path=${encodeURIComponent('/"><img src=x>')}`)).text).not.toContain('<img');
  expect((await fetch(`${origin}/_composition.css`)).headers.get('content-type')).toContain('text/css');
});

test('it says which share of the visitors gets a canary, and what each release shares with the others', async () => {
  const store = await fixtureStore();
  const shares = ['react', 'react-dom', 'react-dom/client'].map((name) => ({
    name,
    version: '19.3.1',
    range: '~19.3.1',
  }));
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The journal'), { shares });
  await promote(store, 'mf-blog', '1.1.0');
  await writeRelease(store, 'mf-blog', '1.2.0', SERVER_ENTRIES.says('The new journal'));
  await startCanary(store, 'mf-blog', '1.2.0', 10);
  composer = await runComposer(store);
  const { text } = await page(composer.privateOrigin, '?path=/blog');
  expect(text).toMatch(
    /<td>mf-blog<\/td><td>1\.1\.0<\/td><td>90 %<\/td>.*<td>react 19\.3\.1 \(~19\.3\.1\), react-dom 19/,
  );
  expect(text).toContain('<td>mf-blog</td><td>1.2.0</td><td>10 %</td><td>');
});

test('faults of a release are counted', async () => {
  const origin = await start({}, SERVER_ENTRIES.throws);
  await fetch(`${composer?.origin}/blog`);
  expect((await page(origin, '?path=/blog')).text).toMatch(/<td>mf-blog<\/td>.* times<\/td><td>1<\/td>/);
});

test('in production it is there for who has the token, and for nobody else', async () => {
  const origin = await start({ NODE_ENV: 'production', COMPOSITION_TOKEN: 'a-long-secret' });
  expect((await page(origin)).response.status).toBe(404);
  expect((await page(origin, '?token=wrong')).response.status).toBe(404);
  expect((await page(origin, '?token=a-long-secret')).response.status).toBe(200);
});

test('in production without a token set it is there for nobody', async () => {
  const origin = await start({ NODE_ENV: 'production' });
  expect((await page(origin, '?token=')).response.status).toBe(404);
});
