import type { RemoteOnPage, RouteOnPage } from '@wholepage/contracts/page';
import { matchRoute } from '@wholepage/page-rules/route-match';

/** A page's remote, and the route by which it is that. */
export interface Owned {
  remote: RemoteOnPage;
  route: RouteOnPage;
}

/** Which remote shows a path, and by which of its routes. */
export function ownerOf(remotes: readonly RemoteOnPage[], path: string): Owned | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find((candidate) => matchRoute(candidate.path, path));
    if (route) return { remote, route };
  }
  return undefined;
}
