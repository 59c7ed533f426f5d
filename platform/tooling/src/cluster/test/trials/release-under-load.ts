import { setTimeout as wait } from 'node:timers/promises';
import { promote } from '@wholepage/releases/promote';
import { rollback } from '@wholepage/releases/rollback';
import { environmentTrust } from '@wholepage/releases/settings';
import type { Cluster } from '../../start/start-cluster';
import type { PurgeReceiver } from '../doubles/purge-receiver';
import { anotherRelease } from './another-release';

const APP = 'mf-blog';
const PAGE = '/blog';
const LOOK_EVERY_MS = 25;
/** Longer than any promotion may take to be seen. */
const LOOK_FOR_MS = 4_000;
const PURGE_PATIENCE_MS = 20_000;

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

/** @throws when not every composer asked for it in time */
async function lastPurge({ nodes }: Cluster, { purges }: PurgeReceiver, tag: string, began: number): Promise<number> {
  const composers = nodes.filter(({ kind }) => kind === 'composer').length;
  for (;;) {
    const found = purges.filter((purge) => purge.tag === tag && purge.at >= began);
    if (found.length >= composers) return Math.round(Math.max(...found.map(({ at }) => at)) - began);
    if (performance.now() - began > PURGE_PATIENCE_MS)
      throw new Error(`${found.length} of ${composers} composers purged ${tag} within ${PURGE_PATIENCE_MS / 1000} s`);
    await wait(LOOK_EVERY_MS);
  }
}

/** Promotes a release, then rolls it back. */
export async function releaseAndRollBack(cluster: Cluster, purges: PurgeReceiver): Promise<Visibility> {
  const { old, next } = await anotherRelease(cluster, APP);
  const place = cluster.releaseEnv.RELEASES_URL ?? '';
  const trust = environmentTrust(cluster.releaseEnv);
  const began = performance.now();
  await promote(place, APP, next, { trust, by: 'cluster test' });
  const promotion = await untilOnly(cluster, next);
  await rollback(place, APP, { trust, by: 'cluster test' });
  const rolledBack = await untilOnly(cluster, old);
  return { promotion, rollback: rolledBack, purged: await lastPurge(cluster, purges, `${APP}@${old}`, began) };
}
