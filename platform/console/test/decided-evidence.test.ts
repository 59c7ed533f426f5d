import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { Cohort, EvidenceFolder, evidenceKey } from '@wholepage/releases/canary/cohort';
import { judge } from '@wholepage/releases/canary/judge';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { release } from '@wholepage/releases/testing/built-release';
import { EvidenceWatch, readEvidenceDetails } from '../src/server/evidence';
import { StepReader } from '../src/server/steps';
import { startConsole, type TestConsole } from './console';

const [OLD, VERSION] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb'];

let console: TestConsole;
beforeAll(async () => {
  console = await startConsole();
});
afterAll(() => console.close());

/** Adds networks of both variants; those of the canary failed. */
function seenBy(cohort: Cohort, networks: number): void {
  for (let index = 0; index < networks; index += 1)
    for (const variant of ['canary', 'live'] as const) {
      const [network, now] = [`${variant}-${index}`, { variant, percent: 50 }];
      cohort.arrive({ network, visitor: 'one', since: 1, ...now });
      cohort.observe(network, 'one', now, { given: 1, heard: true, failed: variant === 'canary' });
    }
}

test('of a stopped canary the figures are shown by which it was stopped, not those of the last look before', async () => {
  for (const version of [VERSION, OLD]) await release(console.storeUrl, version, { app: 'news' });
  const trust = environmentTrust();
  const store = folderStore(console.storeUrl, trust);
  const step = await startCanary(console.storeUrl, 'news', VERSION, 50, { trust });
  const startedAt = step.deployments.find(({ metadata }) => metadata.version === VERSION)?.extras.startedAt;
  const cohort = new Cohort();
  seenBy(cohort, 3);
  const privateStore = folderStore(console.privateStoreUrl);
  await new EvidenceFolder(privateStore, evidenceKey('news', VERSION, startedAt)).exchange(cohort);
  const watch = new EvidenceWatch(console.pool, privateStore);
  await watch.look([{ app: 'news', version: VERSION, startedAt }], () => undefined);
  seenBy(cohort, 60);
  const { findings, why } = judge(cohort.evidence());
  const stop = await stopCanary(store, 'news', { why, evidence: { steps: cohort.evidence() } });

  const context = { pool: console.pool, store, steps: new StepReader(store), evidence: watch };
  const details = await readEvidenceDetails(context, { app: 'news', version: VERSION });
  expect(details.verdict.why).toBe(why);
  expect(details.variants[0]).toMatchObject({ canary: { bad: 60, networks: 60 }, live: { bad: 0, networks: 60 } });
  expect(details.points.map(({ networksCanary }) => networksCanary)).toEqual([3, 60]);
  expect(details.points.at(-1)?.failed).toBe(findings[0]?.evidence);
  expect(new Date(details.points.at(-1)?.at ?? '').toISOString()).toBe(stop.at);
});

test('a point that the database refuses is stored by the next look, and the other canaries’ points at once', async () => {
  const privateStore = folderStore(console.privateStoreUrl);
  const canaries = ['shop', 'wiki'].map((app) => ({ app, version: VERSION, startedAt: '' }));
  for (const { app } of canaries) {
    const cohort = new Cohort();
    seenBy(cohort, 3);
    await new EvidenceFolder(privateStore, evidenceKey(app, VERSION, '')).exchange(cohort);
  }
  const watch = new EvidenceWatch(console.pool, privateStore);
  const query = console.pool.query.bind(console.pool);
  const refusing = jest
    .spyOn(console.pool, 'query')
    .mockImplementation(async (text: string, values: string[] = []) =>
      values[0] === 'shop' ? Promise.reject(new Error('no room')) : query(text, values),
    );
  const grown: string[] = [];
  const look = () => watch.look(canaries, (app) => grown.push(app));
  await expect(look()).rejects.toThrow('no room');
  refusing.mockRestore();
  await look();
  await look();
  expect(grown).toEqual(['wiki', 'shop']);
  const { rows } = await console.pool.query("select app from evidence_points where app <> 'news' order by at");
  expect(rows).toEqual([{ app: 'wiki' }, { app: 'shop' }]);
});

test('a canary that runs for days has points to its end, ever further apart', async () => {
  const canary = { app: 'forum', version: VERSION, startedAt: '' };
  // A month of changes, of which the last was 10 minutes ago.
  await console.pool.query(
    `insert into evidence_points (app, version, at, percent, networks_canary, networks_live, failed, lcp, inp)
     select 'forum', $1, now() - number * interval '10 minutes', 50, 1, 1, 1, 1, 1 from generate_series(1, 4320) number`,
    [VERSION],
  );
  await console.pool.query(
    `insert into evidence_points (app, version, at, percent, networks_canary, networks_live, failed, lcp, inp)
     select app, version, at + interval '1 s', 50, 1, 1, 1, 1, 1 from evidence_points where app = 'forum' and at < now() - interval '11 minutes'`,
  );
  const privateStore = folderStore(console.privateStoreUrl);
  const watch = new EvidenceWatch(console.pool, privateStore);
  const networks = async (more: number) => {
    const cohort = new Cohort();
    seenBy(cohort, more);
    await new EvidenceFolder(privateStore, evidenceKey('forum', VERSION, '')).exchange(cohort);
    await watch.look([canary], () => undefined);
    const { rows } = await console.pool.query(
      `select networks_canary as seen from evidence_points where app = 'forum' order by at desc limit 1`,
    );
    return rows[0]?.seen;
  };
  expect(await networks(3)).toBe(1);
  await console.pool.query(`delete from evidence_points where app = 'forum' and at > now() - interval '1 hour'`);
  expect(await networks(4)).toBeGreaterThan(1);
});
