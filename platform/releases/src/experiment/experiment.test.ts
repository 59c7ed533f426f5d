import { advanceCanary, startCanary, stopCanary } from '../canary/canary';
import { noCounts, type StepEvidence } from '../canary/judge';
import { follow } from '../registry/follow';
import { readHistory, readRegistry, releasesOf } from '../registry/registry';
import { publish } from '../release/publish';
import { environmentTrust } from '../settings';
import { lock } from '../steps/steps';
import { openWritableStore } from '../store/open-store';
import { builtRelease, live, newStore, release, route } from '../testing/built-release';
import { pinnedTrust } from '../testing/pinned-trust';
import { outcomesOf } from '../testing/simulation';
import { concludeExperiment, startExperiment, stopExperiment } from './experiment';
import { judgeExperiment, logEvidenceAgainst, possibleRisks } from './verdict';

jest.setTimeout(30 * 60_000);

describe('an experiment', () => {
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
    ['B is not there', ['1.0.0', '9.9.9'] as const, /9\.9\.9 is not in .+ There are 1\.1\.0, 1\.0\.0\./],
  ])('it is refused when %s', async (_why, both, sentence) => {
    const place = await storeWithB();
    await expect(startExperiment(place, APP, both, 50, GOAL)).rejects.toThrow(sentence);
  });

  test('its own command ends it, and no command of canaries does', async () => {
    const place = await storeWithB();
    await expect(stopExperiment(place, APP)).rejects.toThrow('mf-blog has no experiment.');
    // The longest name of an event.
    await startExperiment(place, APP, BOTH, 50, { goal: `${'a'.repeat(40)}:${'b'.repeat(100)}` });
    await expect(stopCanary(openWritableStore(place), APP, { isCanaryOnly: true })).rejects.toThrow(
      /has an experiment already: .+ \(npm run wholepage -- experiment mf-blog stop\)/,
    );
    await expect(startCanary(place, APP, '1.1.0', 20)).rejects.toThrow(/has an experiment already/);
    await expect(startExperiment(place, APP, BOTH, 20, GOAL)).rejects.toThrow(/has an experiment already/);
  });

  test('it is stopped where a machine whose clock is an hour ahead stopped it: nobody follows that step yet', async () => {
    const place = await storeWithB();
    await startExperiment(place, APP, BOTH, 40, GOAL);
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'],
      now: Date.now() + 3_600_000,
    });
    await stopExperiment(place, APP);
    jest.useRealTimers();
    await stopExperiment(place, APP);
    const store = openWritableStore(place);
    const { live: a, canary: b } = (await follow(store, await readRegistry(store))).apps[APP] ?? {};
    expect([a?.metadata.version, b]).toEqual(['1.0.0', undefined]);
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

  test('its conclusion takes no release back that went live meanwhile', async () => {
    const place = await storeWithB();
    await startExperiment(place, APP, BOTH, 50, GOAL);
    const trust = environmentTrust();
    const prepareSteps = async () => void (await release(place, '1.2.0'));
    await expect(concludeExperiment(place, APP, '1.1.0', { trust: { ...trust, prepareSteps } })).rejects.toThrow(
      'mf-blog 1.0.0 is not live any more: 1.2.0 is, since somebody else was faster.',
    );
    expect(await live(place)).toBe('1.2.0');
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
      await expect(concludeExperiment(place, APP, '1.1.0', { trust })).rejects.toMatchObject({
        refusal: 'not-allowed',
      });
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
});

describe('the verdict', () => {
  /** Runs of a test: 40, with `TEST_ALL=1` 400, and with `NIGHT` set as well 1,000. */
  const RUNS_OF_ALL = process.env['NIGHT'] ? 1_000 : 400;
  const RUNS = process.env['TEST_ALL'] === '1' ? RUNS_OF_ALL : 40;

  const step = (b: [networks: number, reached: number], a: [networks: number, reached: number], percent = 50) => ({
    percent,
    canary: { ...noCounts(), networks: b[0], reached: b[1] },
    live: { ...noCounts(), networks: a[0], reached: a[1] },
  });
  const PLAN = { goal: 'enquiry', margin: 0.1 };
  const outcome = (steps: StepEvidence[]) => judgeExperiment(steps, PLAN).outcome;

  test.each([
    ['of networks of one visitor, half and half', { percent: 50 }],
    ['of networks of three, at 20 %', { percent: 20, networkSize: 3 }],
  ])('of equal releases at most 5 %% get a winner, however often one looks: %s', (_crowd, crowd) => {
    const runs = RUNS / 2;
    const equal = outcomesOf(runs, 1, { a: 0.05, b: 0.05, visitors: 6_000, ...crowd });
    expect(equal['a-better'] + equal['b-better']).toBeLessThanOrEqual(Math.max(1, runs * 0.05));
    expect(equal['sample-ratio-mismatch']).toBeLessThanOrEqual(runs / 100);
  });

  test('a release whose visitors reach the goal twice as often is found, on either variant', () => {
    const better = outcomesOf(RUNS / 2, 11, { a: 0.05, b: 0.1, visitors: 6_000 });
    expect(better['b-better']).toBeGreaterThan(RUNS * 0.45);
    const worse = outcomesOf(RUNS / 2, 12, { a: 0.1, b: 0.05, visitors: 6_000, percent: 30 });
    expect(worse['a-better']).toBeGreaterThan(RUNS * 0.4);
  });

  test('equal releases are found to be alike within a margin, and releases that differ by it hardly ever are', () => {
    const equal = outcomesOf(RUNS / 4, 21, { a: 0.3, b: 0.3, visitors: 12_000, margin: 0.25, lookEvery: 200 });
    expect(equal.alike).toBeGreaterThan(RUNS * 0.2);
    const apart = outcomesOf(RUNS / 4, 22, { a: 0.3, b: 0.375, visitors: 12_000, margin: 0.25, lookEvery: 200 });
    expect(apart.alike).toBeLessThanOrEqual(Math.max(1, (RUNS / 4) * 0.05));
  });

  test('a draw that gives one variant too many networks is called broken, and hardly ever a release better', () => {
    const runs = RUNS / 4;
    const broken = outcomesOf(runs, 31, { a: 0.05, b: 0.05, visitors: 8_000, percent: 50, drawn: 56 });
    expect(broken['sample-ratio-mismatch']).toBeGreaterThanOrEqual(runs * 0.98);
    expect(broken['a-better'] + broken['b-better']).toBeLessThanOrEqual(runs * 0.02);
    const { why } = judgeExperiment([step([700, 80], [300, 20])], PLAN);
    expect(why).toMatch(
      /^the draw is broken: B has 700 of 1000 networks where 500 are expected .+ nothing can be said/,
    );
    // It needs no 200 networks of each, which may never come.
    const { draw, outcome: soon } = judgeExperiment([step([190, 0], [10, 0])], PLAN);
    expect([draw.limit, soon]).toEqual([1_000, 'sample-ratio-mismatch']);
  });

  test('the release that fails more is named, on either variant and at any share', () => {
    const failing = (b: number, a: number) => {
      const [{ canary, live, percent }] = [step([100, 0], [900, 0], 10)];
      return judgeExperiment([{ percent, canary: { ...canary, failed: b }, live: { ...live, failed: a } }], PLAN).worse;
    };
    expect([failing(30, 0), failing(0, 300), failing(20, 180)]).toEqual(['b', 'a', undefined]);
  });

  test('nothing is decided before 200 networks of each variant', () => {
    expect(outcome([step([190, 120], [190, 10])])).toBe('running');
    expect(outcome([step([210, 120], [210, 10])])).toBe('b-better');
  });

  test('a goal that one variant alone reaches decides, too', () => {
    expect(outcome([step([400, 0], [400, 40])])).toBe('a-better');
    expect(outcome([step([400, 40], [400, 0])])).toBe('b-better');
  });

  test('the sentence names the goal, both variants, and what is still possible', () => {
    expect(judgeExperiment([step([1_000, 160], [1_000, 80])], PLAN).why).toMatch(
      /^B is better; enquiry: B 160 of 1000 networks \(16\.0 %\), A 80 of 1000 networks \(8\.00 %\); the difference is between \+\d+ % and \+\d+ % \(e-value \d+, limit 20\)$/,
    );
    expect(judgeExperiment([step([300, 3], [300, 4])], PLAN).why).toMatch(
      /^nothing is decided yet; enquiry: B 3 of 300/,
    );
  });

  test('possible differences contain the one that was seen, and shrink as more is seen', () => {
    const small = possibleRisks({ share: 0.5, a: 50, b: 50 }, 0.05);
    const large = possibleRisks({ share: 0.5, a: 5_000, b: 5_000 }, 0.05);
    expect(small.least).toBeLessThan(large.least);
    expect(large.least).toBeLessThan(1);
    expect(large.most).toBeGreaterThan(1);
    expect(large.most).toBeLessThan(small.most);
    expect(logEvidenceAgainst({ share: 0.5, a: 0, b: 0 }, 1)).toBeCloseTo(0, 6);
  });

  test('the judge of canaries watches both variants', () => {
    const fails = (networks: number, failed: number) => ({ ...noCounts(), networks, failed });
    const plan = { goal: 'enquiry', margin: 0.1 };
    expect(judgeExperiment([{ percent: 50, canary: fails(400, 60), live: fails(400, 1) }], plan).worse).toBe('b');
    expect(judgeExperiment([{ percent: 50, canary: fails(400, 1), live: fails(400, 60) }], plan).worse).toBe('a');
    expect(judgeExperiment([{ percent: 50, canary: fails(400, 2), live: fails(400, 3) }], plan).worse).toBeUndefined();
  });
});
