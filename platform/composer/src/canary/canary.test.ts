import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { readSteps } from '@wholepage/releases/canary/cohort';
import { networksSeen } from '@wholepage/releases/canary/judge';
import { readHistory, readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { lock } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import { GuestBusyError, RenderError } from '../errors';
import { Renderer } from '../guests/renderer';
import type { LoadedRelease } from '../releases/release-set';
import { ask, type Jar } from '../testing/browser-visit';
import {
  APP,
  browserOn,
  canaryOf,
  composersOfTest,
  goTo,
  heardOn,
  lastStep,
  NEW,
  storeWithCanary,
} from '../testing/canary-visit';
import { fixtureStore, SERVER_ENTRIES } from '../testing/fixture-store';
import { eventually } from '../testing/running-composer';
import { isOnCanary, SharedSecret } from './bucket';
import { CanaryKeeper } from './canary-keeper';

jest.mock('@wholepage/page-rules/time-limit', () => jest.requireActual('../testing/hurried-rounds'));

const start = composersOfTest();
afterEach(() => jest.restoreAllMocks());

test('a variant is given once, kept in a cookie that holds only the bucket, and never mixed with the other in caches', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const composer = await start(store);
  const { headers } = await goTo(composer);
  expect(headers['set-cookie']?.[0]).toMatch(
    /^bucket=\d{1,4}\.\d+\.[\w-]{22}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
  );
  expect(headers['set-cookie']?.[1]).toMatch(
    /^view-[\w-]{12}=[\w-]+\.[\w-]{22}; Path=\/_reports; Max-Age=300; HttpOnly; SameSite=Strict$/,
  );
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers.vary).toBe('accept-encoding, cookie');
  expect(headers['cdn-cache-control']).toBe('private, no-store');
  for (const [canary, title, version] of [
    [true, NEW, '2.0.0'],
    [false, 'The journal', '1.0.0'],
  ] as const) {
    const jar = await browserOn(composer, canary);
    const drawn = jar.get('bucket');
    for (let times = 0; times < 3; times += 1) {
      const { text } = await goTo(composer, jar);
      expect(jar.get('bucket')).toBe(drawn);
      expect(text).toContain(`<title>${title}</title>`);
      expect(text).toContain(`"mf-blog":"${version}"`);
      expect([...text.matchAll(/_releases\/mf-blog\/([\d.]+)\//g)].map(([, used]) => used)).not.toContain(
        version === '1.0.0' ? '2.0.0' : '1.0.0',
      );
    }
  }
});

test('a canary that was started by a clock minutes ahead gives a visitor one variant', async () => {
  const composer = await start(await storeWithCanary(SERVER_ENTRIES.says(NEW), 50));
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now - 4 * 60_000);
  const jar: Jar = new Map();
  await goTo(composer, jar);
  const drawn = jar.get('bucket');
  await goTo(composer, jar);
  expect(jar.get('bucket')).toBe(drawn);
});

test('without a canary nobody gets a cookie', async () => {
  const composer = await start(await fixtureStore());
  const { headers } = await goTo(composer);
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers.vary).toBe('accept-encoding');
});

test('of 10 000 buckets the canary has its share exactly, and a wider share keeps who was in the narrower one', () => {
  const buckets = Array.from({ length: 10_000 }, (_, bucket) => bucket);
  const on = (percent: number) => new Set(buckets.filter((bucket) => isOnCanary(bucket, 'mf-blog 2.0.0', percent)));
  expect([1, 10, 50].map((percent) => on(percent).size)).toEqual([100, 1_000, 5_000]);
  const wide = on(50);
  expect([...on(10)].filter((bucket) => !wide.has(bucket))).toEqual([]);
});

if (TAKES_ALL)
  test('two canaries at a time share no more and no fewer visitors than chance has it, whatever their names', () => {
    const RELEASES = 60;
    const variants = Array.from({ length: RELEASES }, (_, number) =>
      Uint8Array.from({ length: 10_000 }, (_one, bucket) => Number(isOnCanary(bucket, `mf-blog 1.${number}.0`, 10))),
    );
    const shared = variants.flatMap((one, index) =>
      variants
        .slice(index + 1)
        .map((other) => one.reduce((sum, variant, bucket) => sum + (variant & (other[bucket] ?? 0)), 0)),
    );
    // Independent variants share 100 of 1,000 buckets on average, with a standard deviation of 9.
    const mean = shared.reduce((sum, count) => sum + count, 0) / shared.length;
    const deviation = Math.sqrt(shared.reduce((sum, count) => sum + (count - mean) ** 2, 0) / shared.length);
    expect(Math.abs(mean - 100)).toBeLessThan(2);
    expect(Math.abs(deviation - 9)).toBeLessThan(1);
    expect(Math.max(...shared.map((count) => Math.abs(count - 100)))).toBeLessThan(45);
  });

test('a release whose pages fail is stopped by itself, with the figures in the history', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.throws, 50);
  const composer = await start(store);
  // Load is no failure of a release.
  const busy = new RenderError('mf-blog', { cause: new GuestBusyError('too many pages wait for it') });
  const rendered = jest.spyOn(Renderer.prototype, 'page').mockRejectedValue(busy);
  const observed = jest.spyOn(CanaryKeeper.prototype, 'observe');
  await goTo(composer, new Map(), {}, '/blog/busy');
  expect(observed.mock.calls.filter(([, app]) => app === APP).map(([, , , { failed }]) => failed)).toEqual([false]);
  rendered.mockRestore();
  for (let visitor = 0; visitor < 60; visitor += 1) await goTo(composer);
  await eventually(
    () => canaryOf(store),
    (canary) => canary === undefined,
  );
  expect(await lastStep(store)).toMatchObject({
    action: 'stop',
    app: APP,
    version: '2.0.0',
    by: 'the judge',
    why: expect.stringMatching(
      /^worse than the live release: failures \(e-value [^,]*[\d,]+, limit 200\); failed for \d+ of \d+ networks/,
    ),
    evidence: { steps: expect.any(Array) },
  });
  expect((await goTo(composer)).text).toContain('<h1>The journal</h1>');
  expect(composer.events.map(({ event }) => event)).toContain('canary stopped');
});

test('a canary that nobody saw waits, and one that held goes on step by step until it is live', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50, { next: [60], everyMs: 1 });
  const composer = await start(store);
  // Programs that load pages without reports do not count as browsers, whatever their headers claim.
  for (let visitor = 0; visitor < 470; visitor += 1) await goTo(composer);
  const waits = async () =>
    JSON.stringify(composer.events.filter(({ event }) => event === 'canary waits for visitors'));
  expect(await eventually(waits, (text) => text.includes('found'))).toMatch(
    /no browser of the canary was heard; by now the judge would have found errors \+2 %: 0 %; LCP/,
  );
  for (let visitor = 0; visitor < 470; visitor += 1) await heardOn(composer);
  expect((await canaryOf(store))?.deployment.traffic).toBe(50);
  // A day later.
  const now = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + 24 * 3_600_000);
  await eventually(
    () => canaryOf(store),
    (canary) => canary?.deployment.traffic === 60,
  );
  // The canary waits for a browser that reports after its share grew.
  const [live, wider] = await eventually(
    async () => {
      await heardOn(composer);
      return readHistory(folderStore(store));
    },
    ([last]) => last?.action === 'promote' && last.version === '2.0.0',
  );
  const held =
    /^(60 %: )?2\d\d browsers heard, 0 % failed; nothing was heard from \d+ % \(live: \d+ %\); after a day; could have missed errors \+2 %: \d+ %/;
  for (const step of [live, wider])
    expect(step).toMatchObject({ version: '2.0.0', by: 'the judge', why: expect.stringMatching(held) });
  expect(live).toMatchObject({ action: 'promote', previous: '1.0.0' });
  const { text } = await eventually(
    () => goTo(composer),
    ({ text: page }) => page.includes('"mf-blog":"2.0.0"'),
  );
  expect(text).toContain(NEW);
});

test('who must lets a canary go on unseen, and the history says so', async () => {
  const plan = { next: [], everyMs: 1, withoutEvidence: 'nobody is awake' };
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50, plan);
  await start(store);
  const [last] = await eventually(
    () => readHistory(folderStore(store)),
    ([step]) => step?.action === 'promote' && step.version === '2.0.0',
  );
  expect(last?.why).toBe('without evidence: nobody is awake (no browser of the canary was heard)');
});

test('a composer that cannot have the shared secret asks again, and gives all visitors the live release until then', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const inTheWay = join(store, 'private', 'evidence');
  await mkdir(join(store, 'private'), { recursive: true });
  await writeFile(inTheWay, '');
  const composer = await start(store);
  const ready = async () => (await ask(`${composer.origin}/readyz`, new Map())).text.trim();
  const withheld = async () =>
    /^composer_canaries_withheld (\d)/m.exec((await ask(`${composer.privateOrigin}/metrics`, new Map())).text)?.[1];
  for (let visitor = 0; visitor < 10; visitor += 1) {
    const { text, headers } = await goTo(composer);
    expect([text.includes(NEW), headers['set-cookie']]).toEqual([false, undefined]);
  }
  expect(await ready()).toBe('ready; canaries are withheld, for the private store cannot be used');
  expect(await withheld()).toBe('1');
  await rm(inTheWay);
  await eventually(withheld, (found) => found === '0');
  expect(await ready()).toBe('ready');
  expect((await goTo(composer)).headers['set-cookie']?.[0]).toMatch(/^bucket=/);
  expect(composer.events.map(({ event }) => event)).toContain('private store usable, canaries are given');
});

test('what a composer heard last before its stop is evidence for the next one', async () => {
  const place = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const composer = await start(place);
  const privateStore = folderStore(join(place, 'private'));
  const heard = async () => {
    const deployment = await canaryOf(place);
    const { canary, live } = networksSeen(deployment ? await readSteps(privateStore, APP, deployment) : []);
    return canary + live;
  };
  await heardOn(composer);
  await eventually(heard, (count) => count === 1);
  // The composer pauses after each time that it shares evidence.
  await heardOn(composer);
  await composer.stop(0);
  expect(await heard()).toBe(2);
});

test('a canary that is stopped by hand is gone within seconds, and who visited is forgotten', async () => {
  const store = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const composer = await start(store);
  const jar = await browserOn(composer, true);
  const evidenceFiles = () => readdir(join(store, 'private', 'evidence'));
  await eventually(evidenceFiles, (names) => names.includes(APP));
  await stopCanary(folderStore(store), APP, { why: 'a complaint' });
  const { text } = await eventually(
    () => goTo(composer, jar),
    (page) => page.text.includes('The journal'),
  );
  expect(text).toContain('<h1>The journal</h1>');
  expect(await eventually(evidenceFiles, (names) => !names.includes(APP))).toEqual(['secret']);
});

const loaded = (version: string) => ({ manifest: { app: APP, version } }) as LoadedRelease;

async function canariesIn(store: ReleaseStore) {
  const { canary: deployment } = releasesOf(await readRegistry(store), APP);
  if (!deployment) throw new Error('no canary');
  return [{ release: loaded('2.0.0'), percent: 50, deployment }];
}

/** Observes enough visits for a verdict: every visit of the canary fails. */
function worsen(keeper: CanaryKeeper): void {
  for (let bucket = 0; bucket < 400; bucket += 1) {
    const visit = { network: `10.0.0.${bucket}`, bucket };
    keeper.arrive(visit, 1);
    for (const version of ['1.0.0', '2.0.0'])
      keeper.observe(visit, APP, version, { given: 1, heard: true, failed: version === '2.0.0' });
  }
}

test('a worse canary is left out at once though the store of evidence is silent, which forgets it later', async () => {
  const canaries = await canariesIn(folderStore(await storeWithCanary(SERVER_ENTRIES.says(NEW), 50)));
  const evidence = await mkdtemp(join(tmpdir(), 'evidence-'));
  const whole = folderStore(evidence);
  const written = async () => (await readdir(evidence, { recursive: true })).filter((name) => name.endsWith('.json'));
  let answer = () => {};
  const silence = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const leaveOut = jest.fn(() => canaries.splice(0));
  const keeper = new CanaryKeeper({
    shared: undefined,
    currentSet: () => ({ id: 'a', absent: {}, apps: { [APP]: loaded('1.0.0') }, canaries }),
    privateStore: { ...whole, names: (folder) => silence.then(() => whole.names(folder)) },
    secret: { tag: (...parts) => parts.join('-').slice(-22), holds: () => true },
    log: () => undefined,
    watcher: { leaveOut },
  });
  worsen(keeper);
  const end = keeper.start();
  try {
    await eventually(async () => leaveOut.mock.calls.length, Boolean);
    expect(await written()).not.toEqual([]);
    answer();
    await eventually(written, (names) => names.length === 0);
  } finally {
    end();
  }
});

test('a canary that may not go on, as while its app is locked, is in the log once, and so is a store that is away', async () => {
  const plan = { next: [], everyMs: 1, withoutEvidence: 'nobody is awake' };
  const place = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50, plan);
  await lock(place, APP, new Date(Date.now() + 3_600_000), { why: 'the fair' });
  const canaries = await canariesIn(folderStore(place));
  const log = jest.fn();
  let asked = 0;
  const keeper = new CanaryKeeper({
    shared: folderStore(place),
    currentSet: () => {
      asked += 1;
      return { id: 'a', absent: {}, apps: { [APP]: loaded('1.0.0') }, canaries };
    },
    privateStore: { ...folderStore(''), names: () => Promise.reject(new Error('away')) },
    secret: { tag: (...parts) => parts.join('-').slice(-22), holds: () => true },
    log,
    watcher: { leaveOut: () => {} },
  });
  const end = keeper.start();
  // The keeper asks for the set twice in each round.
  await eventually(async () => asked > 8, Boolean).finally(end);
  const said = ['away', expect.stringMatching(/^mf-blog is locked until/)];
  expect(log.mock.calls.map(([, , { reason }]) => reason)).toEqual(said);
});

test('what composers share lies in a folder that their account alone reads', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'data-')), 'private');
  const secret = new SharedSecret(folderStore(folder), jest.fn());
  await secret.start();
  expect([secret.isKnown, (await stat(folder)).mode & 0o777]).toEqual([true, 0o700]);
});

test('a private store that never answers keeps no composer from starting; canaries are withheld', async () => {
  jest.useFakeTimers();
  const log = jest.fn();
  const secret = new SharedSecret({ ...folderStore(''), revision: () => new Promise(() => {}) }, log);
  const started = secret.start();
  await jest.advanceTimersByTimeAsync(3_000);
  await started;
  secret.stop();
  jest.useRealTimers();
  expect([secret.isKnown, log.mock.calls[0]?.[1]]).toEqual([false, 'private store not usable, canaries are withheld']);
});

test('a stop that the store takes late ends no canary of that release which somebody has started anew', async () => {
  const place = await storeWithCanary(SERVER_ENTRIES.says(NEW), 50);
  const whole = folderStore(place);
  let isDown = true;
  const down = () => Promise.reject(new Error('the store is down'));
  const store: typeof whole = { ...whole, find: (path) => (isDown ? down() : whole.find(path)) };
  const canaries = await canariesIn(whole);
  const said: string[] = [];
  const evidence = await mkdtemp(join(tmpdir(), 'evidence-'));
  const written = async () => (await readdir(evidence, { recursive: true })).filter((name) => name.endsWith('.json'));
  let asked = 0;
  const keeper = new CanaryKeeper({
    shared: store,
    currentSet: () => {
      asked += 1;
      return { id: 'a', absent: {}, apps: { [APP]: loaded('1.0.0') }, canaries };
    },
    privateStore: folderStore(evidence),
    secret: { tag: (...parts) => parts.join('-').replaceAll(/\W/g, '').slice(-22), holds: () => true },
    log: (_level, event) => said.push(event),
    watcher: { leaveOut: () => canaries.splice(0) },
  });
  worsen(keeper);
  const end = keeper.start();
  try {
    await eventually(async () => said.includes('canary not stopped in the registry yet'), Boolean);
    // The evidence stays in the store, because a composer that starts meanwhile judges by it.
    const seen = asked;
    await eventually(async () => asked > seen + 4, Boolean);
    expect(await written()).not.toEqual([]);
    expect(said).toEqual(['canary stopped', 'canary not stopped in the registry yet']);
    await stopCanary(whole, APP);
    await startCanary(place, APP, '2.0.0', 10);
    isDown = false;
    // The keeper asks for the set twice in each round, and a round takes the stops that wait.
    const before = asked;
    await eventually(async () => asked > before + 4, Boolean);
    expect(releasesOf(await readRegistry(whole), APP).canary).toMatchObject({ deployment: { traffic: 10 } });
    expect(await written()).toEqual([]);
  } finally {
    end();
  }
});
