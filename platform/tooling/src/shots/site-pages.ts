import type { RouteOnPage } from '@wholepage/contracts/page';
import { matchRoute } from '@wholepage/page-rules/route-match';
import { liveRemotes, sitemapOf } from '../site/live-site';

/** So many addresses of a route are taken; the others look as one of them. */
const OF_EACH_ROUTE = 8;
/** Stands for an address that nobody has. */
const UNKNOWN = 'no-such-page';

/** A route's addresses: as it is, with each query that it reads, and for a parameter those that are known and one that is not. */
function addressesOf({ path, query = [] }: RouteOnPage, listed: readonly string[]): string[] {
  const known = listed.filter((address) => matchRoute(path, address)).slice(0, OF_EACH_ROUTE);
  const plain = path.includes(':') ? [...known, path.replaceAll(/:[^/]+/g, UNKNOWN)] : [path];
  return [...plain, ...(path.includes(':') ? [] : query.map((name) => `${path}?${name}=2`))];
}

/** Addresses that show every screen of a site, whatever remotes it has. */
export async function sitePages(origin: string): Promise<string[]> {
  const [remotes, listed] = await Promise.all([liveRemotes(origin), sitemapOf(origin)]);
  const routes = remotes.flatMap((remote) => remote.routes);
  return [...new Set(routes.flatMap((route) => addressesOf(route, listed))), `/${UNKNOWN}`];
}
