import type { RemoteOnPage } from 'contracts/page';
import { matchRoute } from 'contracts/route-match';

export type OwnedRoute = RemoteOnPage['routes'][number];

/** Which remote shows a path, and by which of its routes. The page's own set of releases decides. */
export function ownerOf(
  remotes: readonly RemoteOnPage[],
  path: string,
): { remote: RemoteOnPage; route: OwnedRoute } | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find((candidate) => matchRoute(candidate.path, path));
    if (route) return { remote, route };
  }
  return undefined;
}
