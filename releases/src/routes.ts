import type { ReleaseManifest } from 'contracts/release';
import { ReleaseError } from './errors';

/** Paths of the composer's own, which no page can have. */
const RESERVED = /^\/(api|healthz|robots\.txt|sitemap\.xml|favicon\.(svg|ico)|_[^/]*)(\/|$)/;

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/** Whether some path matches both patterns. */
const overlap = (one: string, other: string): boolean => {
  const [left, right] = [segments(one), segments(other)];
  if (left.length !== right.length) return false;
  return left.every((segment, index) => {
    const against = right[index] ?? '';
    return segment === against || segment.startsWith(':') || against.startsWith(':');
  });
};

/**
 * A path has one owner. Found at promotion, because a release that takes over another's pages looks sound by itself.
 * @throws ReleaseError naming the path and its owner
 */
export function refuseForeignRoutes(release: ReleaseManifest, others: readonly ReleaseManifest[]): void {
  for (const { path } of release.routes) {
    if (RESERVED.test(path))
      throw new ReleaseError(`${release.app} ${release.version} claims ${path}, the site's own.`);
    for (const other of others) {
      const taken = other.routes.find((route) => overlap(route.path, path));
      if (!taken) continue;
      throw new ReleaseError(
        `${release.app} ${release.version} claims ${path}, but ${taken.path} is ${other.app}'s. Release ${other.app} without it first.`,
      );
    }
  }
}
