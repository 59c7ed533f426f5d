import { noteVerification } from '@wholepage/releases/gate-record';
import { readRelease } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { type HistoryEntry, keepStep, readHistory } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { builtRelease, live, release, route } from '@wholepage/releases/testing/built-release';
import type { AppDetails, Overview } from '../src/shapes';
import { startConsole, type TestConsole, type TestPerson } from './console';

const OLD = '1.0.0-aaaaaaaa';
const NEW = '1.0.0-bbbbbbbb';
const UNSEEN = '1.0.0-cccccccc';

let console: TestConsole;
let admin: TestPerson;
let releaser: TestPerson;
let viewer: TestPerson;
beforeEach(async () => {
  console = await startConsole();
  for (const version of [OLD, NEW]) await release(console.storeUrl, version, { app: 'news' });
  await publish(console.storeUrl, 'news', UNSEEN, await builtRelease(UNSEEN, { app: 'news' }), environmentTrust());
  admin = await console.person('Anna', 'admin');
  releaser = await console.person('Rolf', 'releaser:news');
  viewer = await console.person('Vera', 'viewer');
});
afterEach(() => console.close());

const forgetWho = () => console.pool.query("update sessions set authenticated_at = now() - interval '1 hour'");

test('the overview and the app tell what is live, by whom, and what waits', async () => {
  const { body: overview } = await viewer.get<Overview>('/api/overview');
  expect(overview.apps).toMatchObject([{ app: 'news', live: { version: NEW }, previous: OLD }]);
  const { body: app } = await viewer.get<AppDetails>('/api/apps/news');
  expect(app.waiting).toEqual([{ version: UNSEEN }]);
  const later = '1.0.0-00000000';
  await publish(console.storeUrl, 'news', later, await builtRelease(later, { app: 'news' }), environmentTrust());
  const { body: now } = await viewer.get<AppDetails>('/api/apps/news');
  expect(now.waiting.map(({ version }) => version)).toEqual([later, UNSEEN]);
  expect(app.history.map(({ action, version }) => [action, version])).toEqual([
    ['promote', NEW],
    ['promote', OLD],
  ]);
});

test('a releaser rolls back at once, and the history names them', async () => {
  await forgetWho();
  expect(
    (await releaser.step({ action: 'rollback', app: 'news', from: NEW, version: OLD, why: 'a typo' })).status,
  ).toBe(200);
  expect(await live(console.storeUrl, 'news')).toBe(OLD);
  const { body } = await viewer.get<AppDetails>('/api/apps/news');
  expect(body.history[0]).toMatchObject({ action: 'rollback', by: 'Rolf', why: 'a typo' });
  expect(body.live).toEqual({ version: OLD, since: body.history[0]?.at, by: 'Rolf', why: 'a typo' });
  // A step that keeps the live release keeps its date, too.
  await releaser.step({ action: 'lock', app: 'news', until: new Date(Date.now() + 60_000).toISOString(), why: 'fair' });
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.live).toEqual(body.live);
  // Steps of other apps keep it as well, however many they are.
  const store = openWritableStore(console.storeUrl);
  const [step] = await readHistory(store);
  const others = Array.from({ length: 200 }, (_, number) => ({ ...step, app: 'other', generation: 10 + number }));
  await Promise.all(others.map((other) => keepStep(store, other as HistoryEntry)));
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.live).toEqual(body.live);
  // A version that visitors had is not among the waiting ones, however many steps follow.
  const own = others.map((other) => ({ ...other, app: 'news', generation: other.generation + 200 }));
  await Promise.all(own.map((one) => keepStep(store, one as HistoryEntry)));
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.waiting).toEqual([{ version: UNSEEN }]);
});

test('a canary goes out and is stopped; the live release stays', async () => {
  const asked = { action: 'canary', app: 'news', version: OLD, shares: [10, 50], every: '5m' };
  expect((await releaser.step(asked)).status).toBe(200);
  const { body } = await viewer.get<AppDetails>('/api/apps/news');
  expect(body.canary).toMatchObject({ version: OLD, percent: 10, plan: { next: [50], everyMs: 300_000 } });
  expect((await releaser.step({ action: 'stop', app: 'news', version: OLD })).status).toBe(200);
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.canary).toBeUndefined();
  expect(await live(console.storeUrl, 'news')).toBe(NEW);
});

test('beside a canary neither another nor an experiment starts, and the sentence says what to do', async () => {
  await release(console.storeUrl, '1.0.0-dddddddd', { app: 'news' });
  const canary = { action: 'canary', app: 'news', version: OLD, shares: [10] };
  expect((await releaser.step(canary)).status).toBe(200);
  const other = { ...canary, version: NEW };
  const experiment = { action: 'experiment', app: 'news', against: '1.0.0-dddddddd', version: NEW, share: 50 };
  for (const step of [other, { ...experiment, goal: 'order', margin: 10 }])
    expect(await releaser.step(step)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining(`: ${OLD} for 10 %. Stop it first (npm run wholepage -- canary news stop).`),
      },
    });
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.canary).toMatchObject({ version: OLD, percent: 10 });
});

test('a release that no gate has seen is not promoted here', async () => {
  const { status, body } = await admin.step({ action: 'promote', app: 'news', version: UNSEEN });
  expect([status, body.message]).toEqual([409, expect.stringContaining(`npm run verify news ${UNSEEN}`)]);
  expect(await live(console.storeUrl, 'news')).toBe(NEW);
});

test.each([
  ['retire', 3],
  ['lock', 3],
  ['promote', 4],
] as const)(
  'a step to %s that names a release, and that nobody signed, gave it to nobody',
  async (action, generation) => {
    const store = openWritableStore(console.storeUrl);
    const [step] = await readHistory(store);
    if (step) await keepStep(store, { ...step, generation, action, version: UNSEEN });
    expect((await admin.step({ action: 'promote', app: 'news', version: UNSEEN })).status).toBe(409);
  },
);

test('a release that passed the gate is promoted here, and the history says what the gate made of it', async () => {
  const store = openWritableStore(console.storeUrl);
  const { integrity } = await readRelease(store, 'news', UNSEEN);
  const verification = { held: ['sizes'], skipped: [], reason: '' };
  const about = { verification, by: 'the pipeline' };
  const note = (of: string) =>
    noteVerification(
      store,
      openWritableStore(console.privateStoreUrl),
      { app: 'news', version: UNSEEN, integrity: of },
      about,
    );
  await note('sha384-other');
  expect((await admin.step({ action: 'promote', app: 'news', version: UNSEEN })).status).toBe(409);
  await note(integrity);
  const { body: app } = await viewer.get<AppDetails>('/api/apps/news');
  expect(app.waiting).toMatchObject([{ version: UNSEEN, verified: { by: 'the pipeline' } }]);
  expect((await admin.step({ action: 'promote', app: 'news', version: UNSEEN })).status).toBe(200);
  expect(await live(console.storeUrl, 'news')).toBe(UNSEEN);
  expect((await viewer.get<AppDetails>('/api/apps/news')).body.history[0]).toMatchObject({ verification });
});

test('an app of which nothing was released is on the overview, and gets its first release here', async () => {
  const first = await builtRelease('1.0.0', { app: 'fair', routes: [route('/fair')] });
  await publish(console.storeUrl, 'fair', '1.0.0', first, environmentTrust());
  expect((await viewer.get<Overview>('/api/overview')).body.unreleased).toEqual(['fair']);
  const store = openWritableStore(console.storeUrl);
  const { integrity } = await readRelease(store, 'fair', '1.0.0');
  const about = { verification: { held: [], skipped: [], reason: '' }, by: 'the pipeline' };
  const release = { app: 'fair', version: '1.0.0', integrity };
  await noteVerification(store, openWritableStore(console.privateStoreUrl), release, about);
  expect((await admin.step({ action: 'promote', app: 'fair', version: '1.0.0' })).status).toBe(200);
  expect((await viewer.get<Overview>('/api/overview')).body).toMatchObject({
    unreleased: [],
    apps: [{ app: 'fair', live: { version: '1.0.0', by: 'Anna' } }, { app: 'news' }],
  });
});

test('who has no right to an app changes nothing of it', async () => {
  const other = await console.person('Otto', 'releaser:shop');
  for (const person of [viewer, other])
    expect(await person.step({ action: 'rollback', app: 'news', from: NEW, version: OLD })).toMatchObject({
      status: 403,
      body: { message: 'You need the right "releaser:news" for this.' },
    });
  expect(await live(console.storeUrl, 'news')).toBe(NEW);
});

test('promoting and retiring ask again who it is', async () => {
  await forgetWho();
  for (const step of [
    { action: 'promote', app: 'news', version: OLD },
    { action: 'retire', app: 'news' },
    { action: 'rollback', app: 'news', from: NEW, version: OLD, breaks: 'visitors cannot pay' },
  ])
    expect(await admin.step(step)).toMatchObject({ status: 403, body: { code: 'sign-in-again' } });
});

test('a lock stops steps; an admin breaks it with a reason, a releaser does not', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await releaser.step({ action: 'lock', app: 'news', until, why: 'the fair' })).status).toBe(200);
  const back = { action: 'rollback', app: 'news', from: NEW, version: OLD };
  expect(await releaser.step(back)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('by Rolf: the fair') },
  });
  expect((await releaser.step({ ...back, breaks: 'urgent' })).status).toBe(403);
  for (const breaks of ['', '  ']) expect((await releaser.step({ ...back, breaks })).status).toBe(400);
  expect((await admin.step({ ...back, breaks: 'visitors cannot pay' })).status).toBe(200);
  expect(await live(console.storeUrl, 'news')).toBe(OLD);
});

test('only an admin locks the whole site', async () => {
  const step = { action: 'lock', app: 'site', until: new Date(Date.now() + 3_600_000).toISOString(), why: 'the fair' };
  const all = await console.person('Zoe', 'releaser:site');
  expect((await all.step(step)).status).toBe(403);
  expect((await admin.step(step)).status).toBe(200);
});

test('of two who roll back what they saw, the second is refused', async () => {
  const back = { action: 'rollback', app: 'news', from: NEW, version: OLD };
  expect((await releaser.step(back)).status).toBe(200);
  expect((await admin.step(back)).status).toBe(409);
});

test('of two who promote in place of what they saw, the second is refused, and takes away nothing unseen', async () => {
  await release(console.storeUrl, '1.1.0', { app: 'news' });
  const seen = { action: 'promote', app: 'news', from: '1.1.0' };
  expect((await admin.step({ ...seen, version: NEW })).status).toBe(200);
  const second = await releaser.step({ ...seen, version: OLD });
  expect([second.status, second.body]).toEqual([
    409,
    { message: expect.stringContaining(`1.1.0 is not live any more: ${NEW} is`) },
  ]);
  expect(await live(console.storeUrl, 'news')).toBe(NEW);
});

test('what was done and what was refused is in the audit', async () => {
  await viewer.step({ action: 'rollback', app: 'news', from: NEW, version: OLD });
  await releaser.step({ action: 'rollback', app: 'news', from: NEW, version: OLD, why: '<img src=x>' });
  const { body } = await admin.get<{ entries: object[] }>('/sign-in/audit?limit=2');
  expect(body.entries).toMatchObject([
    { actor: 'Rolf', action: 'rollback', detail: { version: OLD, why: '<img src=x>' } },
    { actor: 'Vera', action: 'rollback refused' },
  ]);
});

test('a reason that no column of JSON takes as it is leaves its line in the audit', async () => {
  const back = { action: 'rollback', app: 'news', from: NEW, version: OLD, why: 'a typo\0 \ud83d' };
  expect((await releaser.step(back)).status).toBe(200);
  const { rows } = await console.pool.query("select action, detail from audit where subject = 'news'");
  expect(rows).toMatchObject([{ action: 'rollback', detail: { why: 'a typo \ufffd' } }]);
});

test.each([
  [{ action: 'promote', app: '../x', version: OLD }, 'must be the name of an app'],
  [{ action: 'promote', app: 'news', version: '../../etc' }, 'must be a version'],
  [{ action: 'erase', app: 'news' }, '"action" is not usable'],
  [{ action: 'canary', app: 'news', version: OLD, shares: [50, 10] }, 'rise'],
  [{ action: 'canary', app: 'news', version: OLD, shares: [100] }, 'shares'],
  [{ action: 'canary', app: 'news', version: OLD, shares: [] }, 'rise'],
])('%j is refused in one sentence', async (step, sentence) => {
  const { status, body } = await admin.step(step);
  expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)]);
});
