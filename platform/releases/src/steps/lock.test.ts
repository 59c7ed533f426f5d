import { startCanary, stopCanary } from '../canary/canary';
import { follow, Generations } from '../registry/follow';
import { REGISTRY_FILE, readHistory, readRegistry } from '../registry/registry';
import { publish } from '../release/publish';
import { folderStore } from '../store/folder-store';
import { builtRelease, editRegistry, newStore } from '../testing/built-release';
import { type PinnedTrust, pinnedTrust } from '../testing/pinned-trust';
import { lock, promote, retire, rollback, unlock } from './steps';

const APP = 'mf-blog';
const OTHER = 'mf-courses';
const HOUR_MS = 3_600_000;

let place: string;
let site: PinnedTrust;
beforeEach(async () => {
  place = await newStore();
  site = await pinnedTrust(
    { [APP]: [], [OTHER]: [] },
    {
      admin: { actions: ['*'], apps: ['*'] },
      team: { actions: ['promote', 'canary', 'rollback', 'retire', 'stop', 'lock', 'unlock'], apps: [APP, OTHER] },
    },
  );
  for (const app of [APP, OTHER])
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      await publish(place, app, version, await builtRelease(version, { app }), site.trust);
  for (const app of [APP, OTHER])
    for (const version of ['1.0.0', '1.1.0']) await promote(place, app, version, { trust: site.trust });
});

const inAnHour = () => new Date(Date.now() + HOUR_MS);
const team = () => ({ trust: site.as('team') });
const store = () => folderStore(place, site.trust);
const followed = async (options: Parameters<typeof follow>[2] = {}) =>
  follow(store(), await readRegistry(store()), options);
const live = async (app = APP) => (await followed()).apps[app]?.live?.metadata.version;

test('a locked app stays as it is: every way to change it is refused with who, why and until when', async () => {
  await lock(place, APP, inAnHour(), { ...team(), by: 'ravi', why: 'the fair' });
  for (const attempt of [
    () => promote(place, APP, '1.2.0', team()),
    () => startCanary(place, APP, '1.2.0', 10, team()),
    () => rollback(place, APP, team()),
    () => retire(place, APP, team()),
  ]) {
    await expect(attempt()).rejects.toThrow(/^mf-blog is locked until .+ UTC by ravi: the fair\./);
    await expect(attempt()).rejects.toMatchObject({ refusal: 'locked' });
  }
  expect(await live()).toBe('1.1.0');
  await promote(place, OTHER, '1.2.0', team());
  expect(await live(OTHER)).toBe('1.2.0');
});

test('a locked site stays as it is, but a canary can be stopped', async () => {
  await startCanary(place, APP, '1.2.0', 10, team());
  await lock(place, 'site', inAnHour(), { trust: site.trust, by: 'asha', why: 'the sale' });
  await expect(promote(place, OTHER, '1.2.0', team())).rejects.toThrow(/^the site is locked until/);
  await stopCanary(folderStore(place, site.as('team')), APP);
  expect((await followed()).apps[APP]?.canary).toBeUndefined();
});

test('a lock is broken by right and with a reason, which the history keeps', async () => {
  await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
  const breaks = 'prices are wrong';
  await expect(promote(place, APP, '1.2.0', { ...team(), breaks })).rejects.toThrow('team may not break lock mf-blog');
  await promote(place, APP, '1.2.0', { trust: site.trust, breaks });
  expect(await live()).toBe('1.2.0');
  expect((await readHistory(store()))[0]).toMatchObject({ action: 'promote', breaks });
});

test('a lock ends by itself, or is taken off', async () => {
  await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
  await unlock(place, APP, team());
  await promote(place, APP, '1.2.0', team());
  expect(await live()).toBe('1.2.0');
  await expect(unlock(place, APP, team())).rejects.toThrow('mf-blog is not locked.');
  await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'],
    now: Date.now() + 2 * HOUR_MS,
  });
  await promote(place, APP, '1.1.0', team());
  jest.useRealTimers();
});

test('a lock that somebody took out of the registry holds on', async () => {
  await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
  const seen = new Generations();
  await followed({ seen });
  await editRegistry(place, (registry) => delete registry.locks);
  await promote(place, APP, '1.2.0', team());
  const { malformed, refused } = await followed({ seen });
  expect(malformed[APP]).toMatch(/^mf-blog is locked until/);
  expect(refused).toEqual(['The lock of mf-blog is gone from the registry: it holds on.']);
});

test.each([
  ['of yesterday', -HOUR_MS, 'why'],
  ['of a year', 366 * 24 * HOUR_MS, 'why'],
  ['without a reason', HOUR_MS, ' '],
])('a lock %s is refused', async (_what, ms, why) => {
  await expect(lock(place, APP, new Date(Date.now() + ms), { ...team(), why })).rejects.toMatchObject({
    refusal: 'invalid',
  });
});

test('a lost registry is restored with its locks', async () => {
  await lock(place, APP, inAnHour(), { ...team(), why: 'the fair' });
  await store().remove(REGISTRY_FILE);
  await promote(place, OTHER, '1.2.0', team());
  expect((await followed()).locks[APP]).toMatchObject({ why: 'the fair' });
  expect(await live()).toBe('1.1.0');
});
