import type { ReleaseManifest } from '@wholepage/contracts/release';

const FRESH_SECONDS = 1;
const REVALIDATING_SECONDS = 10;
/** How long a cache may go on with what it has while no composer can be reached. */
const ON_ERROR_SECONDS = 86_400;

/**
 * How caches between composers and visitors may keep a page. A browser asks each time; a shared cache asks once a second,
 * and goes on with what it has when nobody answers. `stale-while-revalidate` stands in `CDN-Cache-Control` (RFC 9213)
 * alone: browsers heed it in `Cache-Control`, and would show a page of the release before.
 */
const PAGE = {
  'cache-control': `public, max-age=0, s-maxage=${FRESH_SECONDS}, stale-if-error=${ON_ERROR_SECONDS}`,
  'cdn-cache-control': `max-age=${FRESH_SECONDS}, stale-while-revalidate=${REVALIDATING_SECONDS}, stale-if-error=${ON_ERROR_SECONDS}`,
};

/**
 * nginx keeps the page for when nobody answers, and asks again at each request. Its own second would be up to two, and a
 * promotion would be seen too late.
 */
const NGINX = { 'x-accel-expires': '@1' };

/** Names a release in `Cache-Tag`, by which caches find the pages that are made of it. */
export const cacheTag = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>): string => `${app}@${version}`;

/**
 * Headers for caches of a page that was found.
 * @param releases that it is made of
 * @param behindProxy nginx may be in front
 */
export const pageCaching = (releases: readonly ReleaseManifest[], behindProxy: boolean): Record<string, string> => ({
  ...PAGE,
  ...(behindProxy && NGINX),
  'cache-tag': releases.map(cacheTag).join(','),
});

/** The same headers for a page that is one visitor's alone. */
export const PRIVATE_CACHING: Readonly<Record<string, string>> = {
  'cdn-cache-control': 'private, no-store',
  'x-accel-expires': '0',
};

/** Of what is made for one visitor, or sets a cookie of theirs: no cache keeps it. */
export const FOR_ONE_VISITOR: Readonly<Record<string, string>> = {
  ...PRIVATE_CACHING,
  'cache-control': 'private, no-store',
};
