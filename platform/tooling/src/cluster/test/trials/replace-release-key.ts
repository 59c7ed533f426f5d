import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promote } from '@wholepage/releases/promote';
import { rollback } from '@wholepage/releases/rollback';
import { environmentTrust } from '@wholepage/releases/settings';
import { keyText } from '@wholepage/releases/trust/pins';
import type { Cluster } from '../../start/start-cluster';
import { restartInTurn } from '../processes';
import { anotherRelease } from './another-release';

const APP = 'mf-blog';
const PAGE = '/blog';
const SEEN_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 25;
const LOOKS = 40;
/** Until the alarm of a refused release, which is about seconds in the test, has fired. */
const ALARM_MS = 12_000;

interface Pins {
  apps: Record<string, { keys: string[] }>;
}

/** The same pins with these keys of the app. */
const withKeys = (pins: Pins, keys: string[]): Pins => ({
  ...pins,
  apps: { ...pins.apps, [APP]: { ...pins.apps[APP], keys } },
});

const liveVersion = async ({ origin }: Cluster): Promise<string | undefined> =>
  new RegExp(`"${APP}":"([^"]+)"`).exec(await (await fetch(origin + PAGE)).text())?.[1];

/** @throws when not all composers serve it in time */
async function untilLive(cluster: Cluster, version: string): Promise<void> {
  const end = performance.now() + SEEN_WITHIN_MS;
  let seen = 0;
  while (seen < LOOKS) {
    seen = (await liveVersion(cluster)) === version ? seen + 1 : 0;
    if (performance.now() > end) throw new Error(`${version} was not live after ${SEEN_WITHIN_MS / 1000} s`);
    await wait(LOOK_EVERY_MS);
  }
}

/** What a team's pipeline goes by. */
const teamWith = (
  { releaseEnv }: Cluster,
  pins: Pins,
  { privateKey }: { privateKey: KeyObject },
): Pick<Cluster, 'releaseEnv'> => ({
  releaseEnv: {
    ...releaseEnv,
    RELEASE_KEYS: JSON.stringify(pins),
    RELEASE_SIGNING_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  },
});

const promoteBy = ({ releaseEnv }: Pick<Cluster, 'releaseEnv'>, version: string) =>
  promote(releaseEnv.RELEASES_URL ?? '', APP, version, { trust: environmentTrust(releaseEnv), by: 'cluster test' });

/**
 * A release key takes the place of another by the steps of docs/runbook/rotate-keys.md; then somebody promotes a release that
 * the old one has signed.
 * @returns a remark @throws naming the step that did not come true
 */
export async function replaceReleaseKey(cluster: Cluster): Promise<string> {
  const { settings } = cluster;
  const pins = JSON.parse(settings.RELEASE_KEYS ?? '{"apps":{}}') as Pins;
  const next = generateKeyPairSync('ed25519');
  const both = withKeys(pins, [...(pins.apps[APP]?.keys ?? []), keyText(next.publicKey)]);
  const without = withKeys(pins, [keyText(next.publicKey)]);

  settings.RELEASE_KEYS = JSON.stringify(both);
  await restartInTurn(cluster, 'composer');
  const team = teamWith(cluster, both, next);
  const signed: string[] = [];
  // Twice: a rollback has to lead to one that the new key has signed, too.
  for (const name of ['new_key_1', 'new_key_2']) {
    const { next: version } = await anotherRelease(team, APP, name);
    await promoteBy(team, version);
    await untilLive(cluster, version);
    signed.push(version);
  }

  settings.RELEASE_KEYS = JSON.stringify(without);
  await restartInTurn(cluster, 'composer');
  const [before = '', live = ''] = signed;
  await untilLive(cluster, live);

  const { next: forged } = await anotherRelease(cluster, APP, 'old_key');
  await promoteBy(cluster, forged);
  await wait(ALARM_MS);
  if ((await liveVersion(cluster)) !== live) throw new Error('a release of the withdrawn key was served');
  const { releaseEnv } = teamWith(cluster, without, next);
  await rollback(releaseEnv.RELEASES_URL ?? '', APP, { version: before, trust: environmentTrust(releaseEnv) });
  await untilLive(cluster, before);
  return 'the new key releases, the old one no more';
}
