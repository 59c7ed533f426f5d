import { join } from 'node:path';
import { promote } from '@wholepage/releases/promote';
import type { Trust } from '@wholepage/releases/trust/trust';
import type { Measured } from '../measure/measured';
import { wrk } from '../measure/wrk';
import { publishNext } from '../releases/next-release';

const CONNECTIONS = 20;
const REQUESTS_PER_SECOND = 300;
const TURN_SECONDS = 20;
const RELEASE_MINUTES = 5;
const RELEASED = ['mf-marketing', 'mf-products', 'mf-courses', 'mf-blog'];

interface Busy {
  /** Where releases are published, and by whose keys. */
  place: string;
  trust: Trust;
  isEnough(minutes: number): boolean;
  /** Called with the minutes that went by, about every twenty seconds. */
  onTurn(minutes: number): void;
}

const pathsOf = async (origin: string): Promise<string[]> => {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '/']) => new URL(address).pathname);
};

/**
 * Keeps servers modestly busy, each with visitors of its own. The first server is the composer. Visitors ask for all
 * its pages and for thousands of other addresses. Now and then there is a release.
 */
export async function keepBusy(
  servers: readonly [Measured, ...Measured[]],
  { place, trust, isEnough, onTurn }: Busy,
): Promise<void> {
  const args = [String((CONNECTIONS * 1_000) / REQUESTS_PER_SECOND), ...(await pathsOf(servers[0].origin))];
  const script = join(import.meta.dirname, 'mixed-visitors.lua');
  const began = Date.now();
  const minutesSince = () => (Date.now() - began) / 60_000;
  let releases = 0;
  const release = async () => {
    const app = RELEASED[releases % RELEASED.length] ?? '';
    releases += 1;
    await promote(place, app, await publishNext(place, app, trust), { trust });
  };
  while (!isEnough(minutesSince())) {
    const isDue = minutesSince() > (releases + 1) * RELEASE_MINUTES;
    const visits = servers.map(({ origin }) =>
      wrk({ url: origin, connections: CONNECTIONS, seconds: TURN_SECONDS, script, args }),
    );
    await Promise.all([...visits, isDue && release()]);
    onTurn(minutesSince());
  }
}
