import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deployment } from '@wholepage/contracts/release';
import { startCanary, stopCanary } from '../canary/canary';
import { publish } from '../release/publish';
import { promote, rollback } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import { builtRelease, editRegistry, newStore } from '../testing/built-release';
import { type PinnedTrust, pinnedTrust } from '../testing/pinned-trust';
import { follow, Generations } from './follow';
import { readRegistry } from './registry';

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

/** Signs the registry's entry as somebody who writes it with a program of their own. */
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

test('who may only retire an app makes nothing live', async () => {
  const old = await oldest();
  await forge('closer', ({ deployments, step }) => {
    Object.assign(step, { action: 'retire', generation: 3 });
    deployments[0] = old;
  });
  expect(await refusal()).toMatch(/retires mf-blog, but leaves 1\.0\.0 live: it is not followed/);
});
