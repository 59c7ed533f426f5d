import { matchRoute, type RouteParams } from '../route-match';
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

const loaded = new WeakMap<RemoteRoute, AnyPage>();
const loading = new WeakMap<RemoteRoute, Promise<AnyPage>>();

/** The page's code, when it is here already. */
export const loadedPage = (route: RemoteRoute): AnyPage | undefined => loaded.get(route);

/** Fetches the page's code once; a failure is forgotten, so that the next call tries again. */
export function loadPage(route: RemoteRoute): Promise<AnyPage> {
  const known = loading.get(route);
  if (known) return known;
  const promise = route.load().then(
    ({ page }) => {
      loaded.set(route, page);
      return page;
    },
    (error: unknown) => {
      loading.delete(route);
      throw error;
    },
  );
  loading.set(route, promise);
  return promise;
}
