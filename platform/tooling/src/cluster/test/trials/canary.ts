import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { environmentTrust } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { Cluster } from '../../start/start-cluster';
import { anotherRelease } from './another-release';

const APP = 'mf-blog';
const PAGE = '/blog';
const VISITORS = 40;
const VIEWS = 5;
const PATIENCE_MS = 5_000;

interface View {
  version: string | undefined;
  headers: Headers;
}

async function view({ origin }: Cluster, cookie?: string): Promise<View> {
  const response = await fetch(origin + PAGE, { headers: cookie ? { cookie } : {} });
  const page = await response.text();
  return { version: new RegExp(`"${APP}":"([^"]+)"`).exec(page)?.[1], headers: response.headers };
}

/** What a first page said, then what the same visitor saw. */
async function visit(cluster: Cluster): Promise<{ first: View; versions: Set<string | undefined> }> {
  const first = await view(cluster);
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const versions = new Set([first.version]);
  for (let seen = 1; seen < VIEWS; seen += 1) versions.add((await view(cluster, cookie)).version);
  return { first, versions };
}

/** A composer that has not heard of the canary yet draws no sides. */
async function untilDrawn(cluster: Cluster): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  let drawn = 0;
  while (drawn < 10 && performance.now() < end) drawn = (await view(cluster)).headers.has('set-cookie') ? drawn + 1 : 0;
}

/**
 * Half of the visitors get another release. Nobody gets a page that was made for another's side, and nobody's side changes.
 * @returns a remark @throws naming what a cache in front would have mixed up
 */
export async function splitVisitors(cluster: Cluster): Promise<string> {
  const { old, next } = await anotherRelease(cluster, APP);
  const place = cluster.releaseEnv.RELEASES_URL ?? '';
  const trust = environmentTrust(cluster.releaseEnv);
  await startCanary(place, APP, next, 50, { trust, by: 'cluster test' });
  try {
    await untilDrawn(cluster);
    const visits = await Promise.all(Array.from({ length: VISITORS }, () => visit(cluster)));
    const sides = { old: 0, next: 0 };
    for (const { first, versions } of visits) {
      if (versions.size !== 1) throw new Error('a visitor saw both releases');
      const { headers } = first;
      if (!/cookie/i.test(headers.get('vary') ?? '')) throw new Error(`Vary: ${headers.get('vary')}`);
      if (headers.get('x-cache') === 'HIT') throw new Error('nginx kept a page of one side');
      sides[first.version === next ? 'next' : 'old'] += 1;
      if (![old, next].includes(first.version ?? '')) throw new Error(`a page of ${first.version}`);
    }
    if (Math.min(sides.old, sides.next) === 0) throw new Error('all visitors are on one side');
    return `${sides.next} of ${VISITORS} visitors got the canary, each in all of ${VIEWS} views`;
  } finally {
    await stopCanary(openWritableStore(place, trust), APP, { by: 'cluster test' });
  }
}
