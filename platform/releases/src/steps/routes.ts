import type { Deployment } from '@wholepage/contracts/discovery';
import { ReleaseError } from '../errors';
import type { AppReleases } from '../registry/deployments';

/** Paths of the composer's own, which no page can have. */
const RESERVED = /^\/(api|healthz|readyz|metrics|robots\.txt|sitemap\.xml|favicon\.(svg|ico)|_[^/]*)(\/|$)/;

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/** Whether the site itself answers here. */
export const isReserved = (path: string): boolean => RESERVED.test(path);

/**
 * Whether two apps could not have one of these patterns each: some path matches both, or one lies beneath the other's
 * parameters. What is beneath `/posts/:slug` is a post's; beneath a plain `/posts` others may have pages.
 */
export const overlap = (one: string, other: string): boolean => {
  const [upper = [], lower = []] = [segments(one), segments(other)].sort((left, right) => left.length - right.length);
  const fits = upper.every((segment, index) => {
    const against = lower[index] ?? '';
    return segment === against || segment.startsWith(':') || against.startsWith(':');
  });
  return fits && (upper.length === lower.length || upper.some((segment) => segment.startsWith(':')));
};

interface Candidate {
  app: string;
  version: string;
  /** Patterns of its routes and actions. */
  paths: readonly string[];
}

/** Paths that a release has for itself: its pages' and its actions'. */
export const claimedPaths = ({ routes, actions = [] }: Pick<Deployment['extras'], 'routes' | 'actions'>): string[] => [
  ...routes,
  ...actions,
];

/**
 * A path has one owner. Found at promotion, because a release that takes over another's pages looks sound by itself.
 * @param apps all that is live or a canary
 * @throws ReleaseError naming the path and its owner
 */
export function refuseForeignRoutes({ app, version, paths }: Candidate, apps: Record<string, AppReleases>): void {
  for (const path of paths) {
    if (isReserved(path))
      throw new ReleaseError(`${app} ${version} claims ${path}, the site's own.`, { refusal: 'unfit' });
    for (const [owner, { live, canary }] of Object.entries(apps)) {
      if (owner === app) continue;
      const owned = [live, canary].flatMap((release) => (release ? claimedPaths(release.extras) : []));
      const taken = owned.find((route) => overlap(route, path));
      if (!taken) continue;
      throw new ReleaseError(
        `${app} ${version} claims ${path}, but ${taken} is ${owner}'s. Release ${owner} without it first.`,
        { refusal: 'unfit' },
      );
    }
  }
}
