import { matchRoute, type RouteParams } from 'contracts/route-match';
import type { AnyPage, RemoteRoute } from './page';

export interface MatchedRoute {
  route: RemoteRoute;
  params: RouteParams;
}

/** The first route that owns this path, with its parameters. */
export function findRoute(routes: readonly RemoteRoute[], path: string): MatchedRoute | undefined {
  for (const route of routes) {
    const params = matchRoute(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

/** What React's `use` reads, so that it need not wait for a promise that was kept long ago. */
interface Kept {
  status: 'fulfilled';
  value: AnyPage;
}

const loads = new WeakMap<RemoteRoute, Promise<AnyPage>>();

/** Fetches the page's code once; a failure is forgotten, so that the next call tries again. */
export function loadPage(route: RemoteRoute): Promise<AnyPage> {
  const known = loads.get(route);
  if (known) return known;
  const promise = route.load().then(
    ({ page }) => {
      Object.assign(promise, { status: 'fulfilled', value: page } satisfies Kept);
      return page;
    },
    (error: unknown) => {
      loads.delete(route);
      throw error;
    },
  );
  loads.set(route, promise);
  return promise;
}
