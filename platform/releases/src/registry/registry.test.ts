import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deployment } from '@wholepage/contracts/release';
import { advanceCanary, startCanary, stopCanary } from '../canary/canary';
import { publish } from '../release/publish';
import { promote, rollback } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import { builtRelease, type EditedRegistry, editRegistry, newStore, release, route } from '../testing/built-release';
import { type PinnedTrust, pinnedTrust, type Signers } from '../testing/pinned-trust';
import { follow, Generations, signedStep } from './follow';
import { type HistoryEntry, notChecked, readHistory, readRegistry, stepId } from './registry';

describe('signed steps', () => {
  const APP = 'mf-blog';

  const SIGNERS: Signers = {
    asha: { actions: ['*'], apps: ['*'] },
    blog: { actions: ['promote', 'canary', 'stop', 'rollback'], apps: [APP] },
    trier: { actions: ['canary', 'stop'], apps: [APP] },
    advancer: { actions: ['advance'], apps: [APP] },
    composer: { actions: ['stop', 'advance'], apps: ['*'] },
  };

  let place: string;
  let site: PinnedTrust;
  beforeEach(async () => {
    place = await newStore();
    site = await pinnedTrust({ [APP]: ['/blog'], 'mf-courses': ['/courses'], 'mf-evil': ['/evil'] }, SIGNERS);
  });

  const put = async (app: string, version: string, path: string) =>
    publish(place, app, version, await builtRelease(version, { app, routes: [route(path)] }), site.trust);

  const read = (): Promise<EditedRegistry> => readRegistry(folderStore(place, site.trust));
  const edit = (change: (registry: EditedRegistry) => void) => editRegistry(place, change);

  /** The registry as a composer follows it. */
  const followed = async (seen?: Generations, now?: number) => {
    const store = folderStore(place, site.trust);
    return follow(store, await readRegistry(store), { seen, ...(now !== undefined && { now }) });
  };
  const liveOf = async (app = APP) => (await followed()).apps[app]?.live?.metadata.version;

  beforeEach(async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await put(APP, version, '/blog');
    await put('mf-courses', '1.0.0', '/courses');
    await promote(place, APP, '1.0.0', { trust: site.trust });
    await promote(place, 'mf-courses', '1.0.0', { trust: site.trust });
  });

  test('an entry that somebody wrote into the registry is not followed', async () => {
    await edit((registry) => {
      registry.microFrontends[APP][0].metadata.version = '1.1.0';
    });
    const { apps, malformed } = await followed();
    expect(apps[APP]).toBeUndefined();
    expect(malformed[APP]).toMatch(/Step 1 \(promote mf-blog\) is not what the key .+ signed: it is not followed/);
    expect(apps['mf-courses']?.live?.metadata.version).toBe('1.0.0');
  });

  test('an app that takes the pages of another is not followed, though its own key signed it', async () => {
    await expect(put('mf-evil', '1.0.0', '/courses')).rejects.toThrow('claims /courses, which is not pinned to it');
    await expect(put('mf-evil', '1.0.1', '/')).rejects.toMatchObject({ refusal: 'not-pinned' });
    await expect(put('mf-evil', '1.0.2', '/metrics')).rejects.toThrow("claims /metrics, the site's own.");
    await edit((registry) => {
      const [entry] = registry.microFrontends['mf-courses'];
      registry.microFrontends = {
        'mf-evil': [{ ...entry, extras: { ...entry.extras, routes: ['/', '/courses'] } }],
        ...registry.microFrontends,
      };
    });
    expect(await followed()).toMatchObject({
      apps: { [APP]: {}, 'mf-courses': {} },
      malformed: { 'mf-evil': "The registry's entry of mf-evil is not signed: it is not followed." },
    });
  });

  test('a cookie is of one app, and an app has no more than are pinned to it', async () => {
    const bring = async (app: string, cookie: string) => {
      const routes = [{ ...route(`/${app.slice(3)}`), cookies: [cookie] }];
      return publish(place, app, '9.0.0', await builtRelease('9.0.0', { app, routes }), site.trust);
    };
    for (const app of [APP, 'mf-courses']) Object.assign(site.pins.apps[app] ?? {}, { cookies: ['cart'] });
    await site.write();
    await expect(bring('mf-courses', 'draw')).rejects.toThrow('claims the cookie "draw", which is not pinned to it');
    for (const app of [APP, 'mf-courses']) await bring(app, 'cart');
    await promote(place, 'mf-courses', '9.0.0', { trust: site.trust });
    await expect(promote(place, APP, '9.0.0', { trust: site.trust })).rejects.toThrow(
      'mf-blog 9.0.0 claims the cookie "cart", which is mf-courses\'s. Release mf-courses without it first.',
    );
  });

  test('of two apps that were given one page by signed steps the first keeps it', async () => {
    if (site.pins.apps['mf-evil']) site.pins.apps['mf-evil'].paths = ['/:any'];
    await site.write();
    const here = await read();
    const elsewhere = await newStore();
    const dir = await builtRelease('1.0.0', { app: 'mf-evil', routes: [route('/:any')] });
    await publish(elsewhere, 'mf-evil', '1.0.0', dir, site.trust);
    await promote(elsewhere, 'mf-evil', '1.0.0', { trust: site.trust });
    const theirs = await readRegistry(folderStore(elsewhere));
    await edit((registry) => {
      registry.microFrontends = { ...here.microFrontends, ...theirs.microFrontends };
      registry.steps = { ...here.steps, ...theirs.steps };
    });
    expect(await followed()).toMatchObject({
      apps: { [APP]: {}, 'mf-courses': {} },
      malformed: { 'mf-evil': "mf-evil 1.0.0 claims /:any, but /blog is mf-blog's. Release mf-blog without it first." },
    });
  });

  test('a step of one app does not pass for another', async () => {
    await edit((registry) => {
      registry.microFrontends['mf-courses'] = registry.microFrontends[APP];
      registry.steps['mf-courses'] = registry.steps[APP];
    });
    expect((await followed()).malformed['mf-courses']).toMatch(/signed for something else/);
  });

  test('rights hold where the step is taken, and where it is followed', async () => {
    await promote(place, APP, '1.1.0', { trust: site.as('blog') });
    await expect(promote(place, 'mf-courses', '1.0.0', { trust: site.as('blog') })).rejects.toThrow(
      /blog may not promote mf-courses\. RELEASE_KEYS says who may what\./,
    );
    await expect(promote(place, APP, '1.2.0', { trust: site.as('a stranger') })).rejects.toMatchObject({
      refusal: 'not-signed',
      message: expect.stringContaining('which may take no steps'),
    });
    expect(await liveOf()).toBe('1.1.0');
    site.pins.steps.blog = { ...(site.pins.steps.blog as object), actions: ['stop'] };
    await site.write();
    expect((await followed()).malformed[APP]).toMatch(/blog may not promote mf-blog/);
  });

  test('paths that are taken from an app are not its own any more where it is followed', async () => {
    if (site.pins.apps['mf-courses']) site.pins.apps['mf-courses'].paths = ['/lessons'];
    await site.write();
    expect((await followed()).malformed['mf-courses']).toMatch(/claims \/courses, which is not pinned to it/);
  });

  test('who may only try a canary cannot change what is live by it', async () => {
    await startCanary(place, APP, '1.1.0', 10, { trust: site.as('trier') });
    expect((await followed()).apps[APP]?.canary?.metadata.version).toBe('1.1.0');
    await expect(
      startCanary(place, APP, '1.1.0', 10, { trust: site.as('trier'), plan: { next: [50], everyMs: 1_000 } }),
    ).rejects.toThrow('trier may not promote mf-blog');
    const { signRecord } = site.as('trier');
    await edit((registry) => {
      const [live, canary] = registry.microFrontends[APP];
      const deployments = [{ ...live, metadata: canary.metadata }, canary];
      const { signature: _signature, ...step } = registry.steps[APP];
      registry.steps[APP] = { ...step, signature: signRecord('step', { ...step, deployments }) };
      registry.microFrontends[APP] = deployments;
    });
    expect((await followed()).malformed[APP]).toMatch(/changes what is live by a step that may not/);
  });

  describe("a composer's own key", () => {
    const store = () => folderStore(place, site.as('composer'));
    const canary = async () => (await followed()).apps[APP]?.canary;

    test('promotes nothing, and rolls nothing back', async () => {
      const trust = site.as('composer');
      await expect(promote(place, APP, '1.1.0', { trust })).rejects.toThrow('composer may not promote mf-blog');
      await promote(place, APP, '1.1.0', { trust: site.trust });
      await expect(rollback(place, APP, { trust })).rejects.toThrow('composer may not rollback mf-blog');
      await expect(startCanary(place, APP, '1.2.0', 10, { trust })).rejects.toThrow('composer may not canary');
    });

    test('stops a canary', async () => {
      await startCanary(place, APP, '1.1.0', 10, { trust: site.trust });
      await stopCanary(store(), APP);
      expect(await followed()).toMatchObject({
        malformed: {},
        apps: { [APP]: { live: { metadata: { version: '1.0.0' } } } },
      });
      expect(await canary()).toBeUndefined();
    });

    test('goes on with a plan that a person signed, in its time, to its end', async () => {
      await startCanary(place, APP, '1.1.0', 10, { trust: site.trust, plan: { next: [50], everyMs: 1 } });
      for (const share of [50, undefined]) {
        const seen = await canary();
        if (seen) await advanceCanary(store(), APP, seen, { evidence: {}, held: 'held' });
        expect((await canary())?.deployment.traffic).toBe(share);
      }
      expect(await liveOf()).toBe('1.1.0');
    });

    type Plan = Record<string, unknown> & { deployments: [live: Deployment, tried: Deployment] };

    /** Starts a canary with a plan. @returns the signed step */
    const startPlan = async (app = APP, everyMs = 1): Promise<Plan> => {
      await startCanary(place, app, '1.1.0', 10, { trust: site.trust, plan: { next: [50], everyMs } });
      const registry = await read();
      return { ...registry.steps[app], deployments: registry.microFrontends[app] };
    };
    const signedBy = (name: string, step: object) => ({
      ...step,
      signature: site.as(name).signRecord('step', step),
    });

    /** Writes a step that only the composer's key signed, like an attacker with their own program. */
    const forge = (change: object, deployments: Deployment[]) =>
      edit((registry) => {
        const { signature: _signature, ...last } = registry.steps[APP];
        const at = new Date().toISOString();
        const { deployments: _own, ...step } = signedBy('composer', {
          ...{ ...last, generation: 9, at, deployments },
          ...change,
        }) as Record<string, unknown>;
        registry.microFrontends[APP] = deployments;
        registry.steps[APP] = step;
      });

    const serving = (release: Deployment, traffic: number): Deployment => ({
      ...release,
      deployment: { traffic, default: traffic === 100 },
    });
    const other = (release: Deployment): Deployment => ({
      ...release,
      metadata: { ...release.metadata, version: '1.2.0' },
    });

    test.each<[string, number, string, (live: Deployment, tried: Deployment) => Deployment[]]>([
      ['go on before its time', 60_000, 'canary', (live, tried) => [live, serving(tried, 50)]],
      ['go on to a share that the plan does not name', 1, 'canary', (live, tried) => [live, serving(tried, 90)]],
      ['end before its time', 60_000, 'promote', (live, tried) => [serving(tried, 100), serving(live, 0)]],
      ['stop and change what is live', 1, 'stop', (live) => [other(live)]],
      ['go on and change what is live', 1, 'canary', (live, tried) => [other(live), serving(tried, 50)]],
      ['go on with another release', 1, 'canary', (live, tried) => [live, serving(other(tried), 50)]],
      ['end and keep a canary', 1, 'promote', (live, tried) => [serving(tried, 100), tried, serving(live, 0)]],
      [
        'end and change where a rollback leads',
        ...([1, 'promote'] as const),
        (live, tried) => [serving(tried, 100), serving(other(live), 0)],
      ],
      ['end with another release', 1, 'promote', (live, tried) => [serving(other(tried), 100), serving(live, 0)]],
    ])('does not %s', async (_what, everyMs, action, decide) => {
      const start = await startPlan(APP, everyMs);
      await forge({ action, under: start }, decide(...start.deployments));
      expect((await followed()).malformed[APP]).toMatch(/is none that the canary's plan provides for/);
    });

    test.each<[string, (start: Plan) => object, RegExp]>([
      ['that it signed itself', (start) => ({ under: signedBy('composer', start) }), /composer may not canary mf-blog/],
      ['that somebody changed', (under) => ({ under: { ...under, why: 'so' } }), /is not what the key .+ signed/],
      ['that is no older', (under) => ({ under, generation: under.generation }), /is none that the canary's plan/],
    ])('does not go on with a plan %s', async (_what, change, says) => {
      const start = await startPlan();
      const [live, tried] = start.deployments;
      await forge({ action: 'canary', ...change(start) }, [live, serving(tried, 50)]);
      expect((await followed()).malformed[APP]).toMatch(says);
    });

    test('does not go on with a plan of another app', async () => {
      await put('mf-courses', '1.1.0', '/courses');
      const under = await startPlan('mf-courses');
      const [live, tried] = under.deployments;
      await forge({ action: 'canary', under }, [live, serving(tried, 50)]);
      expect((await followed()).malformed[APP]).toMatch(/is none that the canary's plan provides for/);
    });

    test('does not go on with a plan that was stopped, nor back to what was live when an older one began', async () => {
      const seen = new Generations();
      const under = await startPlan();
      const [live, tried] = under.deployments;
      await stopCanary(store(), APP);
      for (let look = 0; look < 2; look += 1) expect((await followed(seen)).malformed).toEqual({});
      await forge({ action: 'canary', under }, [live, serving(tried, 50)]);
      expect((await followed(seen)).malformed[APP]).toMatch(/an older one is not followed/);
      await promote(place, APP, '1.2.0', { trust: site.trust });
      expect((await followed(seen)).malformed).toEqual({});
      await forge({ action: 'stop', generation: 99, under }, [serving(live, 100)]);
      expect((await followed(seen)).malformed[APP]).toMatch(/an older one is not followed/);
    });

    test('goes on and stops by two rights of its own', async () => {
      await startPlan();
      const as = (name: string) => folderStore(place, site.as(name));
      const seen = (await canary()) as Deployment;
      await expect(advanceCanary(as('trier'), APP, seen, { evidence: {}, held: '' })).rejects.toThrow(
        'trier may not advance mf-blog',
      );
      await expect(stopCanary(as('advancer'), APP)).rejects.toThrow('advancer may not stop mf-blog');
    });
  });

  test('of two steps of one plan the older is not followed again', () => {
    const seen = new Generations();
    seen.remember(APP, { generation: 7 } as HistoryEntry, 3);
    expect(() => seen.refuseOlder(APP, 6, 3)).toThrow('is of step 6, but step 7 was followed before');
    expect(() => seen.refuseOlder(APP, 8, 3)).not.toThrow();
  });

  test('a generation never goes down, over restarts', async () => {
    const old = await read();
    await promote(place, APP, '1.1.0', { trust: site.trust });
    const seen = new Generations();
    await followed(seen);
    await edit((registry) => Object.assign(registry, old));
    const restarted = new Generations(seen.text());
    expect((await followed(restarted)).malformed[APP]).toMatch(
      /is of step 1, but step 3 was followed before: an older one is not followed/,
    );
    await edit((registry) => delete registry.microFrontends[APP]);
    expect((await followed(restarted)).malformed[APP]).toMatch(/is gone from the registry without a step/);
  });

  test('a step is taken over a forged entry, from what was signed last', async () => {
    await promote(place, APP, '1.1.0', { trust: site.trust });
    await edit((registry) => {
      registry.microFrontends[APP] = [
        { ...registry.microFrontends[APP][0], metadata: registry.microFrontends['mf-courses'][0].metadata },
      ];
    });
    await promote(place, APP, '1.2.0', { trust: site.trust });
    const { apps } = await followed();
    expect([apps[APP]?.live?.metadata.version, apps[APP]?.previous?.metadata.version]).toEqual(['1.2.0', '1.1.0']);
  });

  test('what was live before steps were signed is signed with the first that is', async () => {
    await edit((registry) => {
      delete registry.steps;
      delete registry.latest;
    });
    process.env['DATA_DIR'] = await newStore();
    const other = await newStore();
    await publish(other, APP, '1.0.0', await builtRelease('1.0.0'));
    await promote(other, APP, '1.0.0');
    await publish(other, 'mf-courses', '1.0.0', await builtRelease('1.0.0', { app: 'mf-courses' }));
    await promote(other, 'mf-courses', '1.0.0');
    const store = folderStore(other);
    expect((await follow(store, await readRegistry(store))).malformed).toEqual({});
  });
});

describe('rights over what is live', () => {
  const APP = 'mf-blog';

  let place: string;
  let site: PinnedTrust;
  let seen: Generations;
  beforeEach(async () => {
    place = await newStore();
    site = await pinnedTrust(
      { [APP]: ['/blog'] },
      {
        asha: { actions: ['*'], apps: ['*'] },
        trier: { actions: ['canary', 'stop'], apps: [APP] },
        closer: { actions: ['retire'], apps: [APP] },
        medic: { actions: ['rollback'], apps: [APP] },
        composer: { actions: ['stop', 'advance'], apps: [APP] },
        experimenter: { actions: ['experiment'], apps: [APP] },
      },
    );
    seen = new Generations();
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      await publish(place, APP, version, await builtRelease(version), site.trust);
    for (const version of ['1.0.0', '1.1.0']) await promote(place, APP, version, { trust: site.trust });
  });

  interface Entry {
    deployments: Deployment[];
    step: Record<string, unknown>;
  }

  /** Changes and signs an app's entry, like an attacker with their own program. */
  async function forge(signer: string, change: (entry: Entry) => void): Promise<void> {
    await editRegistry(place, (registry) => {
      const { signature: _signature, ...step } = registry.steps[APP];
      const entry: Entry = { deployments: registry.microFrontends[APP], step };
      change(entry);
      const { deployments } = entry;
      registry.steps[APP] = { ...step, signature: site.as(signer).signRecord('step', { ...step, deployments }) };
      registry.microFrontends[APP] = deployments;
    });
  }

  const kept = (generation: number) => join(place, 'history', `00000000${generation}-${APP}.json`);
  const oldest = async (): Promise<Deployment> => JSON.parse(await readFile(kept(1), 'utf8')).deployments[0];
  const followed = async (memory?: Generations) => {
    const store = folderStore(place, site.trust);
    return follow(store, await readRegistry(store), { seen: memory });
  };
  const refusal = async (memory?: Generations) => (await followed(memory)).malformed[APP];
  const CHANGES = /changes what is live by a step that may not/;

  describe('who may only try a canary', () => {
    test.each([
      ['a composer that saw what is live', true],
      ['a composer that starts', false],
    ])('brings back no release that was live before: %s', async (_who, hasSeen) => {
      if (hasSeen) await followed(seen);
      await startCanary(place, APP, '1.2.0', 10, { trust: site.as('trier') });
      const old = await oldest();
      await forge('trier', ({ deployments }) => {
        deployments[0] = { ...old, deployment: { traffic: 90, default: true } };
      });
      expect(await refusal(hasSeen ? seen : undefined)).toMatch(CHANGES);
    });

    test('removes nothing from the history to do so, where the live release was seen', async () => {
      await followed(seen);
      await startCanary(place, APP, '1.2.0', 10, { trust: site.as('trier') });
      const old = await oldest();
      await rm(kept(2));
      await forge('trier', ({ deployments }) => {
        deployments[0] = { ...old, deployment: { traffic: 90, default: true } };
      });
      expect(await refusal(new Generations(seen.text()))).toMatch(CHANGES);
    });

    test('does not change where a rollback leads', async () => {
      await promote(place, APP, '1.2.0', { trust: site.trust });
      await followed(seen);
      await startCanary(place, APP, '1.0.0', 10, { trust: site.as('trier') });
      const old = await oldest();
      await forge('trier', ({ deployments }) => {
        deployments[2] = { ...old, deployment: { traffic: 0, default: false } };
      });
      expect(await refusal(seen)).toMatch(CHANGES);
    });

    test('does not have others sign what it made live', async () => {
      await startCanary(place, APP, '1.2.0', 10, { trust: site.as('trier') });
      const old = await oldest();
      await forge('trier', ({ deployments }) => {
        deployments[0] = { ...old, deployment: { traffic: 90, default: true } };
      });
      const { microFrontends, steps } = await readRegistry(folderStore(place, site.trust));
      await writeFile(kept(3), JSON.stringify({ ...(steps?.[APP] as object), deployments: microFrontends[APP] }));
      await promote(place, APP, '1.2.0', { trust: site.trust });
      expect((await followed()).apps[APP]?.previous?.metadata.version).toBe('1.1.0');
    });

    test('does not give a canary to everybody', async () => {
      await expect(startCanary(place, APP, '1.2.0', 100, { trust: site.as('trier') })).rejects.toThrow(/promote/);
    });

    test.each(['a promotion', 'a rollback'])('tries one after %s that a composer did not see', async (what) => {
      await followed(seen);
      if (what === 'a rollback') await rollback(place, APP, { trust: site.trust });
      else await promote(place, APP, '1.2.0', { trust: site.trust });
      const live = what === 'a rollback' ? '1.0.0' : '1.2.0';
      await startCanary(place, APP, live === '1.0.0' ? '1.2.0' : '1.0.0', 10, { trust: site.as('trier') });
      for (const memory of [seen, undefined]) {
        expect((await followed(memory)).malformed).toEqual({});
        expect((await followed(memory)).apps[APP]?.live?.metadata.version).toBe(live);
      }
      await stopCanary(folderStore(place, site.as('trier')), APP);
      expect((await followed(seen)).malformed).toEqual({});
    });
  });

  test('who can only write to the store does not choose where a second rollback leads', async () => {
    await promote(place, APP, '1.2.0', { trust: site.trust });
    const step = JSON.parse(await readFile(kept(2), 'utf8')) as HistoryEntry;
    for (const { metadata } of step.deployments) if (metadata.version === '1.0.0') metadata.version = '0.9.0';
    await writeFile(kept(2), JSON.stringify(step));
    await rollback(place, APP, { trust: site.trust });
    const { live, previous } = (await followed()).apps[APP] ?? {};
    expect([live?.metadata.version, previous?.metadata.version]).toEqual(['1.1.0', undefined]);
  });

  test('a step is none of another number, nor of another app', async () => {
    const store = folderStore(place, site.trust);
    expect(await signedStep(store, APP, stepId(1, APP))).toBeDefined();
    expect(await signedStep(store, 'mf-other', stepId(1, APP))).toBeUndefined();
    await writeFile(kept(2), await readFile(kept(1)));
    expect(await signedStep(store, APP, stepId(2, APP))).toBeUndefined();
  });

  test('who may only roll back does so', async () => {
    await rollback(place, APP, { trust: site.as('medic') });
    expect(await followed(seen)).toMatchObject({
      malformed: {},
      apps: { [APP]: { live: { metadata: { version: '1.0.0' } } } },
    });
  });

  test('who may only retire an app makes nothing live', async () => {
    const old = await oldest();
    await forge('closer', ({ deployments, step }) => {
      Object.assign(step, { action: 'retire', generation: 3 });
      deployments[0] = old;
    });
    expect(await refusal()).toMatch(/retires mf-blog, but leaves 1\.0\.0 live: it is not followed/);
  });

  describe('a canary whose plan ends with a promotion', () => {
    let planned: Deployment[];
    beforeEach(async () => {
      await startCanary(place, APP, '1.2.0', 10, { trust: site.trust, plan: { next: [50], everyMs: 1 } });
      planned = (await readRegistry(folderStore(place, site.trust))).microFrontends[APP] as Deployment[];
      await stopCanary(folderStore(place, site.trust), APP);
    });

    test.each([
      ['composer', 'stop', /stops the canary of mf-blog, but leaves 1\.2\.0 to visitors: it is not followed/],
      ['experimenter', 'experiment', /experimenter may not promote mf-blog/],
    ])('is not begun by the %s, who may not promote', async (signer, action, sentence) => {
      await forge(signer, (entry) => {
        delete entry.step['under'];
        Object.assign(entry.step, { action, generation: 5, at: new Date().toISOString() });
        entry.deployments = planned;
      });
      expect(await refusal()).toMatch(sentence);
    });
  });
});

describe('the verification', () => {
  test('what was left out of the gate, and why, is kept with the step', async () => {
    const store = await newStore();
    await release(store, '1.0.0');
    await publish(store, 'mf-blog', '1.1.0', await builtRelease('1.1.0'));
    const verification = { held: ['types'], skipped: ['sizes', 'licences'], reason: 'a film for the fair' };
    await promote(store, 'mf-blog', '1.1.0', { why: 'the fair', verification });
    const [last, first] = await readHistory(folderStore(store));
    expect(last).toMatchObject({ version: '1.1.0', why: 'the fair', verification });
    expect(notChecked(last?.verification)).toBe('not checked: sizes, licences (a film for the fair)');
    expect(notChecked(first?.verification)).toBe('');
  });
});
