import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPool } from '@wholepage/database/service-database';
import type { Digest } from '@wholepage/releases/digests/digest';
import { addTo, DigestWriter, digestNames, type Histogram } from '@wholepage/releases/digests/digest';
import { integrityOf } from '@wholepage/releases/manifest';
import { mapName, publish } from '@wholepage/releases/publish';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { builtRelease, newStore, release } from '@wholepage/releases/testing/built-release';
import { TAKES_ALL } from '../../tooling/src/testing/sample';
import { expectCause, readCauses, SourceLocations } from '../src/server/causes';
import { DigestWatch } from '../src/server/digests';
import type {
  AppDetails,
  CauseDetails,
  CauseSummary,
  FragmentSummary,
  Overview,
  PagesDetails,
  ReleaseDetails,
} from '../src/shapes';
import { startConsole, type TestConsole, type TestPerson } from './console';

const OLD = '1.0.0-aaaaaaaa';
const NEW = '1.0.0-bbbbbbbb';

/** A bundler's source map of `src/pages/List.tsx`: one line, whose 21st column is the third of the second source line. */
const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['webpack://news/./src/pages/List.tsx'],
  sourcesContent: ['const list = undefined;\n  list.map(String); // <img src=x onerror=alert(1)>\n'],
  mappings: 'AAAA,oBACE',
});

let console: TestConsole;
let watch: DigestWatch;
let viewer: TestPerson;

/** Publishes a release whose entry has a source map. */
async function publishWithMap(version: string, text = MAP): Promise<void> {
  const integrity = integrityOf(text);
  const built = await builtRelease(version, { app: 'news', maps: { 'remoteEntry.js': integrity } });
  const dir = join(await newStore(), version);
  await rename(built, dir);
  const map = join(dirname(dir), 'maps', mapName(integrity));
  await mkdir(dirname(map), { recursive: true });
  await writeFile(map, gzipSync(text));
  process.env['RELEASE_COMMIT'] = 'https://code.example/commit/3fa9c2d1';
  await publish(console.storeUrl, 'news', version, dir, environmentTrust(), console.privateStoreUrl);
  delete process.env['RELEASE_COMMIT'];
}

beforeEach(async () => {
  console = await startConsole();
  for (const version of [OLD, NEW]) {
    await publishWithMap(version);
    await release(console.storeUrl, version, { app: 'news' });
  }
  const privateStore = folderStore(console.privateStoreUrl);
  watch = new DigestWatch(console.pool, privateStore, new SourceLocations(folderStore(console.storeUrl), privateStore));
  viewer = await console.person('Vera', 'viewer');
});
afterEach(() => console.close());

const histogram = (...values: number[]): Histogram => {
  const found: Histogram = {};
  for (const value of values) addTo(found, value);
  return found;
};

const cause = (change: Partial<Digest['causes'][number]> = {}): Digest['causes'][number] => ({
  ...{ app: 'news', version: NEW, where: 'Firefox', phase: 'runtime', page: '/news/:slug', name: 'TypeError' },
  ...{ message: 'list is undefined', stack: [`news/${NEW}/remoteEntry.js:1:21`], count: 1, verified: 0 },
  breadcrumbs: [],
  ...change,
});

const pageOf = (version: string, lcp: number): Digest['pages'][number] => ({
  ...{ app: 'news', version, page: '/news/:slug', device: 'phone', visits: 4, failed: 1 },
  ...{ lcp: histogram(lcp), inp: histogram(80), cls: histogram(0.01) },
});

async function tell(change: Partial<Digest>): Promise<void> {
  const writer = new DigestWriter(folderStore(console.privateStoreUrl));
  const composer = { id: 'one', host: 'machine', startedAt: new Date(0).toISOString() };
  const at = new Date().toISOString();
  await writer.write({
    composer,
    at,
    generation: 1,
    causes: [],
    pages: [],
    renders: [],
    holds: [],
    dropped: 0,
    ...change,
  });
  await watch.look(() => undefined);
}

const causes = async (): Promise<CauseSummary[]> =>
  (await viewer.get<{ causes: CauseSummary[] }>('/api/errors')).body.causes;

test('an error of browsers and of the server is one cause, with its file and line, release and share', async () => {
  await tell({ causes: [cause({ count: 2, verified: 1 })], pages: [pageOf(NEW, 900)] });
  const server = { where: 'server', phase: 'render', version: OLD } as const;
  await tell({ causes: [cause({ ...server, message: 'of the server', count: 9 })] });
  await tell({ causes: [cause({ ...server, stack: [`news/${OLD}/remoteEntry.js:1:21`] })] });
  const [found, ...others] = await causes();
  expect(others.map(({ message, share }) => [message, share])).toEqual([['of the server', undefined]]);
  expect(found).toMatchObject({
    ...{ app: 'news', name: 'TypeError', firstVersion: NEW, count: 3, verified: 1, share: 0.5 },
    browsers: [
      { what: 'Firefox', count: 2 },
      { what: 'server', count: 1 },
    ],
    location: { at: 0, frames: [{ file: 'news/src/pages/List.tsx', line: 2, column: 3, isSource: true }] },
  });
  const { body } = await viewer.get<CauseDetails>(`/api/errors/${found?.id}`);
  expect(body.location.lines).toEqual({
    from: 1,
    texts: expect.arrayContaining([expect.stringContaining('list.map')]),
  });
  expect(body.commit).toBe('https://code.example/commit/3fa9c2d1');
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.newCauses).toEqual({ [NEW]: 1, [OLD]: 1 });
});

test('what one visitor did before is shown; what nobody proves does not take its place', async () => {
  const proved = [
    { ago: 4_000, page: '/news' },
    { ago: 120, click: 'button.List-more-1a2b' },
  ];
  await tell({ causes: [cause({ breadcrumbs: [{ ago: 9, fetch: 200 }] })] });
  await tell({ causes: [cause({ breadcrumbs: proved, count: 2, verified: 1 })] });
  await tell({ causes: [cause({ breadcrumbs: [{ ago: 7, fetch: 500 }] }), cause({ where: 'server' })] });
  const [found] = await causes();
  const { body } = await viewer.get<CauseDetails>(`/api/errors/${found?.id}`);
  expect(body.before).toEqual({ breadcrumbs: proved, version: NEW, browser: 'Firefox', isVerified: true });
});

test('a digest counts once, and is gone when it was read', async () => {
  await tell({ causes: [cause()] });
  const name = '0000000000001-again.json';
  await console.pool.query('insert into digests (name) values ($1)', [name]);
  await tell({});
  expect(await digestNames(folderStore(console.privateStoreUrl))).toEqual([]);
  expect((await causes())[0]?.count).toBe(1);
});

test('errors of digests that were read before the store went away are said all the same, and once', async () => {
  const store = folderStore(console.privateStoreUrl);
  const writer = new DigestWriter(store);
  const composer = { id: 'one', host: 'machine', startedAt: new Date(0).toISOString() };
  const rest = { composer, at: new Date().toISOString(), generation: 1, pages: [], renders: [], holds: [], dropped: 0 };
  for (const [index, message] of ['one', 'two', 'three'].entries())
    await writer.write({ ...rest, causes: [cause({ message })] }, Date.now() + index);
  const said: string[] = [];
  const watching = new DigestWatch(console.pool, store, new SourceLocations(store, store));
  const look = () => watching.look((causes) => said.push(...causes.map(({ message }) => message)));
  const remove = jest.spyOn(store, 'remove').mockImplementation(async (path) => {
    if (remove.mock.calls.length === 2) throw new Error(`${path} is away`);
  });
  await expect(look()).rejects.toThrow('away');
  remove.mockRestore();
  await look();
  expect(said).toEqual(['one', 'two', 'three']);
});

test('an error in a module that a bundler made up, or beside a line cut within a sign, keeps nothing else from being read', async () => {
  // Rollup begins the names of such modules with U+0000. The console shows the first 160 characters of a line.
  const sourcesContent = [`${'.'.repeat(159)}\u{1f9f5}\n  list.map(String);\n`];
  const made = JSON.stringify({ ...JSON.parse(MAP), sources: ['\0vite/preload-helper.js'], sourcesContent });
  const version = '1.0.0-cccccccc';
  await publishWithMap(version, made);
  await tell({
    causes: [cause({ version, stack: [`news/${version}/remoteEntry.js:1:21`] })],
    pages: [pageOf(NEW, 900)],
  });
  const [found] = await causes();
  expect(found?.location.frames).toMatchObject([{ file: 'vite/preload-helper.js', line: 2 }]);
  const { body } = await viewer.get<CauseDetails>(`/api/errors/${found?.id}`);
  expect(body.location.lines?.texts[0]).toBe(`${'.'.repeat(159)}\ufffd`);
});

test('frames of files without a map, and of files that are none, are shown as they are, whichever build they are of', async () => {
  for (const hash of ['0123456789ab', '8BlMdbczgFb6', '-9b_xQ4kzT0a', '0123456789abcdef0123'])
    await tell({ causes: [cause({ stack: [`other/assets/page.${hash}.js:3:4`, `news/${NEW}/none.js:1:1`] })] });
  expect(await causes()).toHaveLength(1);
  expect((await causes())[0]?.location.frames).toEqual([
    { file: 'other/assets/page.js', line: 3, column: 4, isSource: false },
    { file: 'news/none.js', line: 1, column: 1, isSource: false },
  ]);
});

test('the files of a release go by the same names in every build', async () => {
  const version = '1.0.0-cccccccc';
  const text = Buffer.from('export {}');
  const files = { 'assets/page-account.8BlMdbczgFb6.js': { integrity: integrityOf(text), bytes: text.length } };
  const dir = join(await newStore(), version);
  await rename(await builtRelease(version, { app: 'news', files }), dir);
  await mkdir(join(dirname(dir), 'assets'));
  await writeFile(join(dirname(dir), Object.keys(files)[0] ?? ''), text);
  await publish(console.storeUrl, 'news', version, dir, environmentTrust());
  const { body } = await viewer.get<ReleaseDetails>(`/api/apps/news/releases/${version}`);
  expect(body.files.map(({ file }) => file)).toEqual(['assets/page-account.js']);
});

test('no source map is in the store that is served', async () => {
  const found: string[] = [];
  for await (const { path } of folderStore(console.storeUrl).list('news')) found.push(path);
  expect(found.filter((path) => path.includes('.map'))).toEqual([]);
  expect(found.length).toBeGreaterThan(2);
});

test('only who may release an app marks its errors as expected; it is in the audit', async () => {
  await tell({ causes: [cause()] });
  const [found] = await causes();
  const path = `/api/errors/${found?.id}/expected`;
  const body = { why: 'old browsers', isExpected: true };
  expect((await viewer.post(path, body)).status).toBe(403);
  expect((await (await console.person('Otto', 'releaser:shop')).post(path, body)).status).toBe(403);
  const releaser = await console.person('Rolf', 'releaser:news');
  expect((await releaser.post(path, { ...body, why: ' ' })).status).toBe(400);
  expect((await releaser.post(path, body)).status).toBe(200);
  expect((await causes())[0]?.expected).toMatchObject({ by: 'Rolf', why: 'old browsers' });
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.newCauses).toEqual({});
  const audit = '/sign-in/audit';
  expect((await releaser.get(audit)).status).toBe(403);
  // The command calls this function.
  await expectCause(console.pool, found?.id ?? '', { why: '', isExpected: false }, { actor: 'Otto, by command' });
  const asha = await console.person('Asha', 'admin');
  const { entries } = (await asha.get<{ entries: { subject: string }[] }>(audit)).body;
  expect(entries.filter(({ subject }) => subject === 'news')).toMatchObject([
    { actor: 'Otto, by command', action: 'expect error no longer', detail: { id: found?.id } },
    { actor: 'Rolf', action: 'expect error', detail: { id: found?.id, why: 'old browsers' } },
  ]);
});

if (TAKES_ALL)
  test('a thousand made-up causes are bounded, and one that many met outlives them', async () => {
    await tell({ causes: [cause({ count: 40 })] });
    const made = (from: number) =>
      Array.from({ length: 60 }, (_, index) => cause({ message: `made up ${from + index}`, stack: [] }));
    for (let from = 0; from < 3_600; from += 60) await tell({ causes: made(from) });
    const { rows } = await console.pool.query<{ count: number }>('select count(*)::int as count from causes');
    expect(rows[0]?.count).toBeLessThanOrEqual(3_060);
    const kept = await console.pool.query("select 1 from causes where message = 'list is undefined'");
    expect(kept.rowCount).toBe(1);
  });

test('the overview shows the last hour against the release before, and which composers follow', async () => {
  await tell({
    pages: [pageOf(OLD, 900), pageOf(NEW, 1_900)],
    renders: [{ app: 'news', version: NEW, made: 9, failed: 1 }],
    generation: 2,
  });
  const { body } = await viewer.get<Overview>('/api/overview');
  expect(body.apps[0]?.health).toMatchObject({ visits: 4, failed: 1, made: 9, madeFailed: 1 });
  expect(body.apps[0]?.health?.lcp).toBeGreaterThan(1_700);
  expect(body.apps[0]?.health?.before?.lcp).toBeLessThan(1_000);
  expect(body.composers).toMatchObject([{ host: 'machine', generation: 2, hasFollowed: true }]);
});

test.each([-8, 8])('a composer whose clock is %s minutes off is heard when it was heard', async (minutes) => {
  await tell({});
  const began = Date.now();
  const at = new Date(began + minutes * 60_000).toISOString();
  const startedAt = new Date(began + (minutes - 60) * 60_000).toISOString();
  await tell({ at, composer: { id: 'skewed', host: 'other', startedAt }, causes: [cause()] });
  const { composers } = (await viewer.get<Overview>('/api/overview')).body;
  const skewed = composers.find(({ id }) => id === 'skewed');
  const minutesAgo = (time = '') => (began - Date.parse(time)) / 60_000;
  expect(minutesAgo(skewed?.seenAt)).toBeCloseTo(0, 0);
  expect(minutesAgo(skewed?.startedAt)).toBeCloseTo(60, 0);
  const [found] = (await viewer.get<{ causes: CauseSummary[] }>('/api/errors')).body.causes;
  expect(minutesAgo(found?.lastSeen)).toBeCloseTo(0, 0);
});

test('what waited for the database is of the time when it was written', async () => {
  await tell({});
  const written = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(written + 8 * 60_000);
  const away = jest.spyOn(console.pool, 'connect').mockRejectedValue(new Error('away') as never);
  await expect(tell({ at: new Date(written).toISOString(), causes: [cause()] })).rejects.toThrow('away');
  away.mockRestore();
  await watch.look(() => undefined);
  clock.mockRestore();
  expect((await causes())[0]?.lastSeen).toBe(new Date(written).toISOString());
});

test('pages are listed by release and device, and by day', async () => {
  await tell({ pages: [pageOf(OLD, 900), pageOf(NEW, 1_900)] });
  // A visit that never ended is reported as failed alone.
  await tell({ pages: [pageOf(NEW, 1_900), { ...pageOf(OLD, 900), page: '/news', visits: 0, failed: 3 }] });
  const { body } = await viewer.get<PagesDetails>('/api/pages?days=7&device=phone');
  expect(body.pages.map(({ version, visits, failed }) => [version, visits, failed])).toEqual([
    [NEW, 8, 2],
    [OLD, 4, 1],
    [OLD, 3, 3],
  ]);
  expect(body.days).toHaveLength(1);
  expect((await viewer.get<PagesDetails>('/api/pages?device=desktop')).body.pages).toEqual([]);
});

test('days are those of UTC, whatever the time zone of the database, and no listed cause has 0 times', async () => {
  const cause = (id: string, days: number) =>
    console.pool.query(
      `with at as (select date_trunc('day', now(), 'UTC') - make_interval(days => $3) + interval '1 day' - interval '1 s' as last),
         made as (insert into causes select $1, 'news', 'TypeError', '', last, last, $2, 1, '{"frames":[],"at":0}' from at returning id)
       insert into cause_days select id, (last at time zone 'utc')::date, $2, 'Firefox', 'mount', '/', 1, 1 from made, at`,
      [id, NEW, days],
    );
  await cause('0000000000000000', 0);
  await cause('0000000000000001', 1);
  // At any hour it is another day in one of the two.
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const pool = openPool({ ...console.pool.options, options: `-c timezone=${zone}` }, () => undefined);
    const found = [await readCauses(pool, { days: 1 }), await readCauses(pool, { days: 2 })];
    await pool.end();
    expect(found.map((causes) => causes.map(({ count }) => count))).toEqual([[1], [1, 1]]);
  }
});

test('fragments of live releases are listed with the pages that hold them', async () => {
  const fragments = [{ name: 'teaser', when: 'server', maxAge: 60, cookies: [], interactive: false, js: [], css: [] }];
  await release(console.storeUrl, '1.0.0-dddddddd', { app: 'news', contract: 4, fragments });
  await tell({
    holds: [
      { app: 'shop', page: '/', of: 'news', fragment: 'teaser' },
      { app: 'shop', page: '/', of: 'gone', fragment: 'banner' },
    ],
  });
  const { body } = await viewer.get<{ fragments: FragmentSummary[] }>('/api/fragments');
  expect(body.fragments).toMatchObject([
    { app: 'news', name: 'teaser', when: 'server', heldBy: [{ app: 'shop', page: '/' }] },
    { app: 'gone', name: 'banner', when: 'not declared', heldBy: [{ app: 'shop', page: '/' }] },
  ]);
});

test('nothing of it is anybody’s without a session', async () => {
  for (const url of ['/api/errors', '/api/errors/0123456789abcdef', '/api/pages', '/api/fragments'])
    expect((await console.app.inject({ url, headers: { host: 'localhost:4300' } })).statusCode).toBe(401);
});
