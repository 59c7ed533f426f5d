import { matchRoute, type RouteParams } from '@wholepage/page-rules/address';
import type { AnyPage, RemoteRoute } from './page';

/* Routes of a remote, and their code; without React, so that both can be loaded ahead. */

/** Returns the first route that matches a path, with its parameters. */
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

/** State of loading a page's code. */
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

/** Loads a page's code once. A failure is kept, or React would request the file at every attempt to render. */
export const loadPage = (route: RemoteRoute): Promise<AnyPage> => (loads.get(route) ?? begin(route)).promise;

/** Returns a page's code while rendering. @throws its promise while it loads, for React's Suspense */
export function readPage(route: RemoteRoute): AnyPage {
  const load = loads.get(route) ?? begin(route);
  if (load.status === 'loaded') return load.page;
  throw load.status === 'failed' ? load.error : load.promise;
}

/** Lets the next mount request failed chunks again. */
export function forgetFailures(): void {
  for (const [route, { status }] of loads) if (status === 'failed') loads.delete(route);
}
