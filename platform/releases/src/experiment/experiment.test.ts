import { advanceCanary, startCanary, stopCanary } from '../canary/canary';
import { follow } from '../registry/follow';
import { readHistory, readRegistry, releasesOf } from '../registry/registry';
import { publish } from '../release/publish';
import { lock } from '../steps/steps';
import { openWritableStore } from '../store/open-store';
import { builtRelease, live, newStore, release, route } from '../testing/built-release';
import { pinnedTrust } from '../testing/pinned-trust';
import { concludeExperiment, startExperiment, stopExperiment } from './experiment';

const APP = 'mf-blog';
const BOTH = ['1.0.0', '1.1.0'] as const;
const GOAL = { goal: 'enquiry' };

async function storeWithB(): Promise<string> {
  const place = await newStore();
  await release(place, '1.0.0');
  await publish(place, APP, '1.1.0', await builtRelease('1.1.0'));
  return place;
}

const read = async (place: string) => releasesOf(await readRegistry(openWritableStore(place)), APP);

test('B stands beside A with its share and its plan, and is gone when the experiment is stopped', async () => {
  const place = await storeWithB();
  await startExperiment(place, APP, BOTH, 40, { ...GOAL, why: 'a shorter form' });
  const { live: a, canary: b } = await read(place);
  expect([a?.metadata.version, a?.deployment.traffic, b?.metadata.version, b?.deployment.traffic]).toEqual([
    ...['1.0.0', 60],
    ...['1.1.0', 40],
  ]);
  expect(b?.extras.experiment).toEqual({ against: '1.0.0', goal: 'enquiry', margin: 0.1 });
  await stopExperiment(place, APP, { evidence: { steps: [] } });
  expect((await read(place)).canary).toBeUndefined();
  const [stop, start] = await readHistory(openWritableStore(place));
  expect(start).toMatchObject({
    action: 'experiment',
    version: '1.1.0',
    why: '40 % against 1.0.0, by enquiry: a shorter form',
  });
  expect(stop).toMatchObject({ action: 'stop', version: '1.1.0', evidence: { steps: [] } });
});

test.each([
  ['A is not live', ['1.1.0', '1.0.0'] as const, /1\.1\.0 is not live: 1\.0\.0 is\. An experiment compares the live/],
  ['both are the same', ['1.0.0', '1.0.0'] as const, /1\.0\.0 is live already: name two releases/],
  ['B is not there', ['1.0.0', '9.9.9'] as const, /9\.9\.9 is not in .+ There are 1\.0\.0, 1\.1\.0\./],
])('it is refused when %s', async (_why, both, sentence) => {
  const place = await storeWithB();
  await expect(startExperiment(place, APP, both, 50, GOAL)).rejects.toThrow(sentence);
});

test('its own command ends it, and no command of canaries does', async () => {
  const place = await storeWithB();
  await expect(stopExperiment(place, APP)).rejects.toThrow('mf-blog has no experiment.');
  await startExperiment(place, APP, BOTH, 50, GOAL);
  await expect(stopCanary(openWritableStore(place), APP, { isCanaryOnly: true })).rejects.toThrow(
    /has an experiment already: .+ \(npm run wholepage -- experiment mf-blog stop\)/,
  );
  await expect(startCanary(place, APP, '1.1.0', 20)).rejects.toThrow(/has an experiment already/);
  await expect(startExperiment(place, APP, BOTH, 20, GOAL)).rejects.toThrow(/has an experiment already/);
});

test('it is concluded with either release, and with no third one', async () => {
  for (const winner of BOTH) {
    const place = await storeWithB();
    await startExperiment(place, APP, BOTH, 50, GOAL);
    await expect(concludeExperiment(place, APP, '2.0.0')).rejects.toThrow('name 1.0.0 or 1.1.0');
    await concludeExperiment(place, APP, winner, { evidence: { experiment: { outcome: 'b-better' } } });
    const now = await read(place);
    expect([await live(place), now.canary, now.live?.extras.experiment]).toEqual([winner, undefined, undefined]);
    const [last] = await readHistory(openWritableStore(place));
    expect(last?.evidence).toEqual({ experiment: { outcome: 'b-better' } });
  }
});

test('a lock keeps it from starting, and not from being stopped', async () => {
  const place = await storeWithB();
  await lock(place, APP, new Date(Date.now() + 3_600_000), { why: 'the fair' });
  await expect(startExperiment(place, APP, BOTH, 50, GOAL)).rejects.toThrow(/mf-blog is locked until .+: the fair/);
  await startExperiment(place, APP, BOTH, 50, { ...GOAL, breaks: 'agreed' });
  await stopExperiment(place, APP);
  expect(await live(place)).toBe('1.0.0');
});

describe('where steps are signed', () => {
  const signers = {
    asha: { actions: ['*' as const], apps: ['*'] },
    trier: { actions: ['experiment' as const, 'stop' as const], apps: [APP] },
    canaries: { actions: ['canary' as const], apps: [APP] },
    composer: { actions: ['stop' as const, 'advance' as const], apps: ['*'] },
  };
  async function signedStore() {
    const place = await newStore();
    const site = await pinnedTrust({ [APP]: ['/blog'] }, signers);
    for (const version of ['1.0.0', '1.1.0'])
      await publish(
        place,
        APP,
        version,
        await builtRelease(version, { app: APP, routes: [route('/blog')] }),
        site.trust,
      );
    const { promote } = await import('../steps/steps');
    await promote(place, APP, '1.0.0', { trust: site.trust });
    const followed = async () => {
      const store = openWritableStore(place, site.trust);
      return follow(store, await readRegistry(store));
    };
    return { place, site, followed };
  }

  test('who has the right starts it, and a composer may stop it but not promote its winner', async () => {
    const { place, site, followed } = await signedStore();
    await startExperiment(place, APP, BOTH, 50, { ...GOAL, trust: site.as('trier') });
    expect((await followed()).apps[APP]?.canary?.metadata.version).toBe('1.1.0');
    const trust = site.as('composer');
    await expect(concludeExperiment(place, APP, '1.1.0', { trust })).rejects.toMatchObject({ refusal: 'not-allowed' });
    const seen = (await read(place)).canary;
    if (!seen) throw new Error('There is no experiment.');
    await expect(
      advanceCanary(openWritableStore(place, trust), APP, seen, { evidence: {}, held: 'held' }),
    ).rejects.toThrow();
    await stopCanary(openWritableStore(place, trust), APP, { by: 'the judge' });
    expect((await followed()).apps[APP]).toMatchObject({ live: { metadata: { version: '1.0.0' } } });
    expect((await followed()).apps[APP]?.canary).toBeUndefined();
  });

  test('the right to canaries is none to experiments', async () => {
    const { place, site } = await signedStore();
    await expect(startExperiment(place, APP, BOTH, 50, { ...GOAL, trust: site.as('canaries') })).rejects.toThrow(
      /canaries may not experiment mf-blog/,
    );
  });
});
