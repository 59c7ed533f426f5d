import { setTimeout as wait } from 'node:timers/promises';
import { promote } from 'releases/promote';
import { rollback } from 'releases/rollback';
import { environmentTrust } from 'releases/settings';
import type { Cluster } from '../../start-cluster';
import type { PurgeReceiver } from '../doubles/purge-receiver';
import { anotherRelease } from './another-release';

const APP = 'mf-blog';
const PAGE = '/blog';
const LOOK_EVERY_MS = 25;
/** Longer than any promotion may take to be seen. */
const LOOK_FOR_MS = 4_000;

/** Looks at the page as a visitor does. @returns ms until the other version was last seen */
async function untilOnly({ origin }: Cluster, version: string): Promise<number> {
  const began = performance.now();
  let other = 0;
  while (performance.now() - began < LOOK_FOR_MS) {
    const asked = performance.now();
    const page = await (await fetch(origin + PAGE)).text();
    if (!page.includes(`"${APP}":"${version}"`)) other = asked - began;
    await wait(LOOK_EVERY_MS);
  }
  return Math.round(other);
}

export interface Visibility {
  /** ms until the last visitor saw the release before. */
  promotion: number;
  rollback: number;
  /** ms until the last composer had the cache in front forget its pages. */
  purged: number;
}

/** @throws when fewer than all composers asked for it */
function lastPurge({ nodes }: Cluster, { purges }: PurgeReceiver, tag: string, began: number): number {
  const composers = nodes.filter(({ kind }) => kind === 'composer').length;
  const found = purges.filter((purge) => purge.tag === tag && purge.at >= began);
  if (found.length < composers) throw new Error(`${found.length} of ${composers} composers purged ${tag}`);
  return Math.round(Math.max(...found.map(({ at }) => at)) - began);
}

/** Promotes a release, then rolls it back. */
export async function releaseAndRollBack(cluster: Cluster, purges: PurgeReceiver): Promise<Visibility> {
  const { old, next } = await anotherRelease(cluster, APP);
  const place = cluster.releaseEnv.RELEASES_URL ?? '';
  const trust = environmentTrust(cluster.releaseEnv);
  const began = performance.now();
  await promote(place, APP, next, { trust, by: 'cluster test' });
  const promotion = await untilOnly(cluster, next);
  const purged = lastPurge(cluster, purges, `${APP}@${old}`, began);
  await rollback(place, APP, { trust, by: 'cluster test' });
  return { promotion, purged, rollback: await untilOnly(cluster, old) };
}
