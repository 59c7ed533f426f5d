import { setTimeout as pause } from 'node:timers/promises';
import { Cohort, EvidenceFolder, evidenceKey } from '@wholepage/releases/canary/cohort';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { live, release } from '@wholepage/releases/testing/built-release';
import { commandOf } from '../src/command';
import type { AppDetails, EvidenceDetails } from '../src/shapes';
import { stepSchema } from '../src/steps';
import { startConsole, type TestConsole, type TestPerson } from './console';

const B = '1.0.0-aaaaaaaa';
const A = '1.0.0-bbbbbbbb';
const ASKED = { action: 'experiment', app: 'news', against: A, version: B, share: 50, goal: 'news:read', margin: 10 };

let console: TestConsole;
let releaser: TestPerson;
let viewer: TestPerson;
beforeEach(async () => {
  console = await startConsole();
  for (const version of [B, A]) await release(console.storeUrl, version, { app: 'news' });
  releaser = await console.person('Rolf', 'releaser:news');
  viewer = await console.person('Vera', 'viewer');
});
afterEach(() => console.close());

const details = async () => (await viewer.get<AppDetails>('/api/apps/news')).body;

/** Reads again until the console has the composer's evidence, for 20 s at most. */
async function eventually<T>(read: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 20_000; ; await pause(20)) {
    const found = await read();
    if (isThere(found) || Date.now() > deadline) return found;
  }
}

/** Writes a composer's evidence: two in five networks of B reach the goal, and one in five of A. */
async function seen(networks: number): Promise<void> {
  const { canary } = releasesOf(await readRegistry(openWritableStore(console.storeUrl)), 'news');
  const cohort = new Cohort();
  for (let number = 0; number < networks; number += 1) {
    const [network, visitor] = [`n${number}`, `v${number}`];
    const now = { variant: number % 2 ? ('canary' as const) : ('live' as const), percent: 50 };
    cohort.arrive({ network, visitor, since: number, ...now });
    cohort.observe(network, visitor, now, { given: 1, heard: true });
    if (number % 10 < 4 && (number % 2 || number % 10 < 2)) cohort.reach(network, visitor, now);
  }
  const key = evidenceKey('news', B, canary?.extras.startedAt);
  await new EvidenceFolder(openWritableStore(console.privateStoreUrl), key).exchange(cohort);
}

test('an experiment starts, shows what visitors did, and is concluded with its figures in the history', async () => {
  expect(await releaser.step(ASKED)).toMatchObject({ status: 200 });
  expect((await details()).canary).toMatchObject({
    ...{ version: B, percent: 50 },
    experiment: { against: A, goal: 'news:read', margin: 0.1 },
  });
  await seen(1_000);
  const evidence = async () => (await viewer.get<EvidenceDetails>(`/api/apps/news/evidence/${B}`)).body;
  // The console's last look may have been before the evidence was written.
  const now = await eventually(
    evidence,
    ({ points, experiment }) => points.length > 0 && experiment?.a.networks === 500,
  );
  expect(now.experiment).toMatchObject({
    outcome: 'b-better',
    a: { networks: 500, reached: 100 },
    b: { networks: 500, reached: 200 },
  });
  expect(now.points.at(-1)).toMatchObject({ least: expect.any(Number), most: expect.any(Number) });
  expect((await releaser.step({ action: 'conclude', app: 'news', version: B })).status).toBe(200);
  expect(await live(console.storeUrl, 'news')).toBe(B);
  const [last] = (await details()).history;
  expect(last).toMatchObject({ action: 'promote', by: 'Rolf', evidence: { experiment: { outcome: 'b-better' } } });
});

test('a viewer starts none, and concluding asks again who it is', async () => {
  expect((await viewer.step(ASKED)).status).toBe(403);
  await releaser.step(ASKED);
  await console.pool.query("update sessions set authenticated_at = now() - interval '1 hour'");
  expect(await releaser.step({ action: 'conclude', app: 'news', version: A })).toMatchObject({
    status: 403,
    body: { code: 'sign-in-again' },
  });
  expect((await releaser.step({ action: 'stop', app: 'news', version: B, of: 'experiment' })).status).toBe(200);
  expect((await details()).canary).toBeUndefined();
});

test.each([
  [{ goal: 'No goal' }, 400, 'must be a goal of the site'],
  [{ goal: 'nothing-of-this-site' }, 400, 'There is no goal "nothing-of-this-site"'],
  [{ share: 100 }, 400, 'share'],
  [{ against: B, version: A }, 409, 'is not live'],
])('%j is refused in one sentence', async (change, status, sentence) => {
  const answer = await releaser.step({ ...ASKED, ...change });
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(sentence)]);
});

test.each(['orderPlaced', `news:${'b'.repeat(100)}`])('%s may be a goal, as by command', (goal) => {
  expect(stepSchema.safeParse({ ...ASKED, goal }).success).toBe(true);
});

test('the commands that do the same are shown', () => {
  expect(
    commandOf({
      ...{ action: 'experiment', app: 'news', against: A, version: B, share: 50, goal: 'order', margin: 10 },
      why: 'a shorter form',
    }),
  ).toBe(`npm run wholepage -- experiment news ${A} ${B} 50 --goal order --margin 10 --why 'a shorter form'`);
  expect(commandOf({ action: 'conclude', app: 'news', version: B, why: '' })).toBe(
    `npm run wholepage -- experiment news conclude ${B}`,
  );
  expect(commandOf({ action: 'stop', app: 'news', version: B, why: '', of: 'experiment' })).toBe(
    'npm run wholepage -- experiment news stop',
  );
});
