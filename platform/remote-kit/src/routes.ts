import { matchRoute, type RouteParams } from '@wholepage/page-rules/address';
import type { AnyPage, RemoteRoute } from './page';

/*
 * Which page an address is, and its code. React is not needed for it: a page may ask for both ahead.
 */

/** The first route that owns this path, with its parameters. */
export function findRoute<Route extends { path: string }>(
  routes: readonly Route[],
  path: string,
): { route: Route; params: RouteParams } | undefined {
  for (const route of routes) {
    const params = matchRoute(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

/** How far the fetching of a page's code has come. */
type PageLoad =
  | { status: 'pending'; promise: Promise<AnyPage> }
  | { status: 'loaded'; promise: Promise<AnyPage>; page: AnyPage }
  | { status: 'failed'; promise: Promise<AnyPage>; error: unknown };

const loads = new Map<RemoteRoute, PageLoad>();

const begin = (route: RemoteRoute): PageLoad => {
  const promise = route.load().then(
    ({ page }) => {
      loads.set(route, { status: 'loaded', promise, page });
      return page;
    },
    (error: unknown) => {
      loads.set(route, { status: 'failed', promise, error });
      throw error;
    },
  );
  const load: PageLoad = { status: 'pending', promise };
  loads.set(route, load);
  return load;
};

/** Fetches the page's code once. A failure is kept, or React would ask for the file at every attempt to render. */
export const loadPage = (route: RemoteRoute): Promise<AnyPage> => (loads.get(route) ?? begin(route)).promise;

/** The page's code while rendering. @throws its promise while it is on its way: React renders again when it is there */
export function readPage(route: RemoteRoute): AnyPage {
  const load = loads.get(route) ?? begin(route);
  if (load.status === 'loaded') return load.page;
  throw load.status === 'failed' ? load.error : load.promise;
}

/** Lets a failed chunk be requested again by the next mount. */
export function forgetFailures(): void {
  for (const [route, { status }] of loads) if (status === 'failed') loads.delete(route);
}
