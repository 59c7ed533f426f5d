import { allReleases, readHistory, readRegistry, releasesOf } from '../registry/registry';
import { publish } from '../release/publish';
import { openWritableStore } from '../store/open-store';
import { builtRelease, live, newStore, release } from '../testing/built-release';
import { advanceCanary, startCanary, stopCanary } from './canary';

const APP = 'mf-blog';

/** 1.0.0 is live, 1.1.0 published. */
async function storeWithCandidate(): Promise<string> {
  const place = await newStore();
  await release(place, '1.0.0');
  await publish(place, APP, '1.1.0', await builtRelease('1.1.0'));
  return place;
}

const read = async (place: string) => releasesOf(await readRegistry(openWritableStore(place)), APP);

test('a canary stands beside the live release with its share, and is gone when it is stopped', async () => {
  const place = await storeWithCandidate();
  await startCanary(place, APP, '1.1.0', 10, { why: 'a new list' });
  const { live: held, canary } = await read(place);
  expect([held?.metadata.version, held?.deployment.traffic]).toEqual(['1.0.0', 90]);
  expect([canary?.metadata.version, canary?.deployment.traffic]).toEqual(['1.1.0', 10]);
  await stopCanary(openWritableStore(place), APP, { by: 'the judge', why: 'worse', evidence: { failed: 12 } });
  expect((await read(place)).canary).toBeUndefined();
  expect(await live(place)).toBe('1.0.0');
  const [stop, start] = await readHistory(openWritableStore(place));
  expect(stop).toMatchObject({
    action: 'stop',
    version: '1.1.0',
    by: 'the judge',
    why: 'worse',
    evidence: { failed: 12 },
  });
  expect(start).toMatchObject({ action: 'canary', version: '1.1.0', why: '10 %: a new list' });
});

test('a plan goes on step by step until the canary is live, whichever composer is first', async () => {
  const place = await storeWithCandidate();
  const store = openWritableStore(place);
  await startCanary(place, APP, '1.1.0', 10, { plan: { next: [50], everyMs: 1 } });
  const seen = (await read(place)).canary;
  if (!seen) throw new Error('There is no canary.');
  const both = await Promise.allSettled(
    [1, 2].map(() => advanceCanary(store, APP, seen, { evidence: { failed: 0 }, held: 'the canary held' })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const wider = (await read(place)).canary;
  expect(wider?.deployment.traffic).toBe(50);
  if (wider) await advanceCanary(store, APP, wider, { evidence: { failed: 0 }, held: 'the canary held' });
  expect(await live(place)).toBe('1.1.0');
  const { apps } = allReleases(await readRegistry(store));
  expect(apps[APP]?.canary).toBeUndefined();
  expect(apps[APP]?.previous?.metadata.version).toBe('1.0.0');
});

test.each([
  ['the live release', '1.0.0', /is live already/],
  ['a release that is not there', '9.9.9', /9\.9\.9 is not in .+ There are 1\.0\.0, 1\.1\.0\./],
])('%s is refused as a canary', async (_what, version, sentence) => {
  const place = await storeWithCandidate();
  await expect(startCanary(place, APP, version, 10)).rejects.toThrow(sentence);
});

test('one canary of an app at a time, and only the one that is there can be stopped', async () => {
  const place = await storeWithCandidate();
  const store = openWritableStore(place);
  await expect(stopCanary(store, APP)).rejects.toThrow(/mf-blog has no canary/);
  await publish(place, APP, '1.2.0', await builtRelease('1.2.0'));
  await startCanary(place, APP, '1.1.0', 10);
  await expect(startCanary(place, APP, '1.2.0', 10)).rejects.toThrow(/has a canary already: 1\.1\.0 for 10 %/);
  await expect(stopCanary(store, APP, { version: '1.2.0' })).rejects.toThrow(/1\.2\.0 is not a canary any more/);
});
