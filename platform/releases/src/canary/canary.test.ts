import { allReleases, REGISTRY_FILE, readHistory, readRegistry, releasesOf } from '../registry/registry';
import { publish } from '../release/publish';
import { openWritableStore } from '../store/open-store';
import { builtRelease, live, newStore, release } from '../testing/built-release';
import { advanceCanary, startCanary, stopCanary } from './canary';
import { Cohort, EvidenceFolder, type Variant } from './cohort';
import { sumOf } from './judge';
import { areShares, durationMs } from './plan';

describe('a canary', () => {
  const APP = 'mf-blog';

  /** Makes a store with 1.0.0 live and 1.1.0 published. */
  async function storeWithCandidate(): Promise<string> {
    const place = await newStore();
    await release(place, '1.0.0');
    await publish(place, APP, '1.1.0', await builtRelease('1.1.0'));
    return place;
  }

  const read = async (place: string) => releasesOf(await readRegistry(openWritableStore(place)), APP);

  test('a step lasts from a second to a week, and a plan has at most twenty rising shares', () => {
    expect(['0s', '1s', '2h', '168h', '169h', '5d'].map(durationMs)).toEqual([
      undefined,
      ...[1_000, 7_200_000, 604_800_000],
      ...[undefined, undefined],
    ]);
    const shares = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect([shares(20), shares(21), [10, 10], [0, 10], [10, 100], []].map(areShares)).toEqual([
      true,
      ...Array(5).fill(false),
    ]);
  });

  test('a canary stands beside the live release with its share, and is gone when it is stopped', async () => {
    const place = await storeWithCandidate();
    await startCanary(place, APP, '1.1.0', 10, { why: 'a new list' });
    const { live: held, canary } = await read(place);
    expect([held?.metadata.version, held?.deployment.traffic]).toEqual(['1.0.0', 90]);
    expect([canary?.metadata.version, canary?.deployment.traffic]).toEqual(['1.1.0', 10]);
    const other = stopCanary(openWritableStore(place), APP, {
      version: '1.1.0',
      startedAt: '2020-01-01T00:00:00.000Z',
    });
    await expect(other).rejects.toThrow('mf-blog 1.1.0 is not a canary any more');
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

  test.each([false, true])('a step that is answered as lost was taken once; another came since: %j', async (isPast) => {
    const place = await storeWithCandidate();
    await startCanary(place, APP, '1.1.0', 10);
    const store = openWritableStore(place);
    let replace: typeof store.replace = async (...written) => {
      replace = store.replace;
      await store.replace(...written);
      if (isPast) await release(place, '1.0.0', { app: 'mf-courses' });
      return false;
    };
    await stopCanary(
      { ...store, replace: (path, ...more) => (path === REGISTRY_FILE ? replace : store.replace)(path, ...more) },
      APP,
    );
    const steps = await readHistory(store, { app: APP });
    expect(steps.map(({ action }) => action)).toEqual(['stop', 'canary', 'promote']);
  });

  test('a plan goes on step by step until the canary is live, whichever composer is first', async () => {
    const place = await storeWithCandidate();
    const store = openWritableStore(place);
    await startCanary(place, APP, '1.1.0', 10, { plan: { next: [50], everyMs: 1 } });
    const seen = (await read(place)).canary;
    if (!seen) throw new Error('There is no canary.');
    const both = await Promise.allSettled(
      // Of two equal steps in one millisecond each would be the other.
      [0, 1].map((failed) => advanceCanary(store, APP, seen, { evidence: { failed }, held: 'the canary held' })),
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
    ['a release that is not there', '9.9.9', /9\.9\.9 is not in .+ There are 1\.1\.0, 1\.0\.0\./],
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
});

describe('a cohort', () => {
  const first = (network: string, visitor: string, variant: Variant, since = 1, percent = 10) => ({
    network,
    visitor,
    since,
    percent,
    variant,
  });
  const HEARD = { given: 1, heard: true };
  const at = (variant: Variant, percent = 10) => ({ variant, percent });

  /** `[networks, failed]` of both variants, over all steps. */
  const counts = (cohort: Cohort) =>
    (['canary', 'live'] as const).map((variant) => [
      sumOf(cohort.evidence(), variant, ({ networks }) => networks),
      sumOf(cohort.evidence(), variant, ({ failed }) => failed),
    ]);

  test('a network speaks once, on the variant of the visitor who came first, however many come', () => {
    const cohort = new Cohort();
    cohort.arrive(first('a', 'one', 'live'));
    cohort.arrive(first('a', 'two', 'canary', 2));
    for (const [visitor, variant] of [
      ['one', 'live'],
      ['two', 'canary'],
    ] as const)
      for (let times = 0; times < 3; times += 1) cohort.observe('a', visitor, at(variant), { failed: true });
    expect(counts(cohort)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('a crowd of made-up networks fills no memory', () => {
    const [cohort, other] = [new Cohort(), new Cohort()];
    for (let network = 0; network < 50_001; network += 1) cohort.arrive(first(String(network), 'one', 'live'));
    expect(cohort.changed()).toHaveLength(50_000);
    other.arrive(first('another', 'one', 'live'));
    other.merge(cohort.changed());
    for (const network of ['0', '49999']) other.observe(network, 'one', at('live'), HEARD);
    expect(counts(other)[1]).toEqual([1, 0]);
  });

  test('nobody speaks for a network that had no page view', () => {
    const cohort = new Cohort();
    cohort.observe('a', 'one', at('canary'), { failed: true });
    expect(cohort.evidence()).toEqual([]);
  });

  test('who has seen no page of the app is counted on no variant', () => {
    const cohort = new Cohort();
    cohort.arrive(first('a', 'one', 'canary'));
    expect(counts(cohort)[0]).toEqual([0, 0]);
    cohort.observe('a', 'one', at('canary'), { ...HEARD, lcp: 3_000 });
    expect(cohort.evidence()[0]?.canary).toMatchObject({ networks: 1, failed: 0, lcp: [1, 1, 1, 0, 0] });
  });

  test('a network exists once its browser was heard, or a render failed for it; until then nobody is judged by it', () => {
    const cohort = new Cohort();
    for (const network of ['a', 'b', 'c']) cohort.arrive(first(network, 'one', 'canary'));
    for (const network of ['a', 'b', 'c']) cohort.observe(network, 'one', at('canary'), { given: 1 });
    expect(counts(cohort)[0]).toEqual([0, 0]);
    cohort.observe('a', 'one', at('canary'), HEARD);
    cohort.observe('b', 'one', at('canary'), { failed: true });
    expect(counts(cohort)[0]).toEqual([2, 1]);
  });

  test('who had a page and says nothing for six minutes is silent; who reports no paint is missing, not fast', () => {
    const cohort = new Cohort();
    for (const network of ['a', 'b', 'c']) cohort.arrive(first(network, 'one', 'canary', 1_000));
    for (const network of ['a', 'b', 'c']) cohort.observe(network, 'one', at('canary'), { given: 1_000 });
    cohort.observe('a', 'one', at('canary'), { heard: true });
    cohort.observe('b', 'one', at('canary'), { heard: true, lcp: 900 });
    const seenAt = (now?: number) => cohort.evidence(now)[0]?.canary;
    expect(seenAt(1_359)).toMatchObject({ heard: 2, silent: 0, unpainted: 0, timed: { lcp: 1 } });
    expect(seenAt(1_360)).toMatchObject({ heard: 2, silent: 1, unpainted: 2, timed: { lcp: 1 } });
    // An infinite time: every visitor without a report counts as silent.
    expect(seenAt(Number.POSITIVE_INFINITY)).toMatchObject({ silent: 1, unpainted: 2 });
    // Whose render failed is counted for that alone.
    cohort.observe('c', 'one', at('canary'), { failed: true });
    expect(seenAt(1_360)).toMatchObject({ failed: 1, silent: 0, unpainted: 1 });
  });

  test('nobody claims a variant that was not drawn', () => {
    const cohort = new Cohort();
    cohort.arrive(first('a', 'one', 'live'));
    cohort.observe('a', 'one', at('canary'), { failed: true });
    expect(counts(cohort)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('what came of a step is as it was when the step ended: a wider share would tilt it', () => {
    const cohort = new Cohort();
    cohort.arrive(first('a', 'one', 'live'));
    cohort.observe('a', 'one', at('live'), HEARD);
    cohort.observe('a', 'one', at('live', 50), { failed: true });
    cohort.arrive(first('a', 'two', 'canary', 9, 50));
    expect(counts(cohort)).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  test('networks that came by several composers are counted once, by the visitor who came first', () => {
    const [one, other] = [new Cohort(), new Cohort()];
    for (const network of ['a', 'b', 'c']) {
      one.arrive(first(network, 'later', 'canary', 5));
      other.arrive(first(network, 'earlier', 'live', 4));
      one.observe(network, 'later', at('canary'), { failed: true });
      other.observe(network, 'earlier', at('live'), HEARD);
    }
    // In the same second, and the same visitor at two shares, of whom one composer heard late.
    one.arrive(first('d', 'x', 'canary', 4));
    other.arrive(first('d', 'w', 'live', 4));
    one.arrive(first('e', 'one', 'canary', 4, 50));
    other.arrive(first('e', 'one', 'live', 3));
    for (const cohort of [one, other]) {
      cohort.observe('d', cohort === one ? 'x' : 'w', at(cohort === one ? 'canary' : 'live'), HEARD);
      cohort.observe('e', 'one', cohort === one ? at('canary', 50) : at('live'), HEARD);
    }
    const [of1, of2] = [one.changed(), other.changed()];
    one.merge(of2);
    other.merge(of1);
    for (const cohort of [one, other])
      expect(counts(cohort)).toEqual([
        [0, 0],
        [5, 0],
      ]);
  });

  test('what a visitor met at two composers is put together', () => {
    const [one, other] = [new Cohort(), new Cohort()];
    one.arrive(first('a', 'one', 'canary'));
    other.merge(one.changed());
    other.observe('a', 'one', at('canary'), { failed: true });
    one.observe('a', 'one', at('canary'), { ...HEARD, inp: 120 });
    one.merge(other.changed());
    expect(one.evidence()[0]?.canary).toMatchObject({ networks: 1, failed: 1, inp: [1, 1, 0, 0, 0] });
  });

  test('a goal counts once, of who had a page of the app, on the variant and at the share that were drawn', () => {
    const cohort = new Cohort();
    const reached = () => sumOf(cohort.evidence(), 'canary', (variant) => variant.reached);
    cohort.arrive(first('a', 'one', 'canary'));
    cohort.observe('a', 'one', at('canary'), { heard: true });
    cohort.reach('a', 'one', at('canary'), 1_000);
    expect(reached()).toBe(0);
    cohort.observe('a', 'one', at('canary'), { given: 1 });
    for (const now of [at('live'), at('canary', 50)]) cohort.reach('a', 'one', now);
    cohort.reach('a', 'two', at('canary'));
    expect(reached()).toBe(0);
    // The page was another composer's: it counts where it is known within a minute.
    cohort.catchUp(61_000);
    for (const _time of [1, 2]) cohort.reach('a', 'one', at('canary'));
    expect(reached()).toBe(1);
    cohort.arrive(first('b', 'one', 'canary'));
    cohort.reach('b', 'one', at('canary'), 1_000);
    cohort.observe('b', 'one', at('canary'), { ...HEARD, given: 1 });
    cohort.catchUp(61_001);
    expect(reached()).toBe(1);
  });

  test('evidence is shared after a clock was set back, too', async () => {
    const folder = new EvidenceFolder(openWritableStore(await newStore()), 'mf-blog 1.1.0');
    const cohort = new Cohort();
    for (const now of [7_200_000, 3_600_000]) {
      cohort.arrive(first(`${now}`, 'one', 'canary'));
      await folder.exchange(cohort, now);
      expect(cohort.changed()).toEqual([]);
    }
  });

  test('evidence that was written is not written again, unless there is more', () => {
    const cohort = new Cohort();
    cohort.arrive(first('a', 'one', 'canary'));
    const members = cohort.changed();
    cohort.observe('a', 'one', at('canary'), HEARD);
    cohort.shared(members);
    expect(cohort.changed()).toHaveLength(1);
    cohort.shared(cohort.changed());
    expect(cohort.changed()).toEqual([]);
  });
});
