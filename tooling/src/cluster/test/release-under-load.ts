import { setTimeout as wait } from 'node:timers/promises';
import { promote } from 'releases/promote';
import { rollback } from 'releases/rollback';
import { environmentTrust } from 'releases/settings';
import type { Cluster } from '../start-cluster';
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

/** Promotes a release, then rolls it back. @returns ms until the last visitor saw each */
export async function releaseAndRollBack(cluster: Cluster): Promise<{ promotion: number; rollback: number }> {
  const { old, next } = await anotherRelease(cluster, APP);
  const place = cluster.releaseEnv.RELEASES_URL ?? '';
  const trust = environmentTrust(cluster.releaseEnv);
  await promote(place, APP, next, { trust, by: 'cluster test' });
  const promotion = await untilOnly(cluster, next);
  await rollback(place, APP, { trust, by: 'cluster test' });
  return { promotion, rollback: await untilOnly(cluster, old) };
}
