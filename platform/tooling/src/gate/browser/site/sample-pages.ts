import type { ReleaseManifest, ReleaseRoute } from '@wholepage/contracts/release';
import { matchRoute } from '@wholepage/page-rules/route-match';
import { sitemapOf } from '../../../site/live-site';

/** So many addresses of a route are looked at; more would be more of the same, and the gate is to be quick. */
const OF_EACH_ROUTE = 2;
/** Stands for a `:parameter` of which no address is known. */
export const UNKNOWN = 'no-such-page';

const everyNth = (paths: string[]): string[] =>
  paths.filter((_, index) => index % Math.max(1, Math.ceil(paths.length / OF_EACH_ROUTE)) === 0);

/** Addresses of a release's pages: of each route some that the sitemap tells of, and one that does not exist. */
export async function samplePages(origin: string, { routes }: ReleaseManifest): Promise<string[]> {
  const listed = await sitemapOf(origin);
  return routes.flatMap(({ path, sitemap }) => {
    if (!path.includes(':')) return [path];
    const known = [...new Set([...sitemap, ...listed])].filter((address) => matchRoute(path, address));
    return [...everyNth(known), path.replaceAll(/:[^/]+/g, UNKNOWN)];
  });
}

/** Of each of these routes the first address that is among the pages. */
export const onePerRoute = (routes: readonly ReleaseRoute[], pages: readonly string[]): string[] =>
  routes.map(({ path }) => pages.find((page) => matchRoute(path, page))).filter((page) => page !== undefined);
