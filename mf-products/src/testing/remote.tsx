import type { AnyPage, PageProps } from '@wholepage/remote-kit';
import { findRoute } from '@wholepage/remote-kit/testing';
import { loadPage, showPage } from 'site/testing-pages';
import { routes } from '../routes';

export { textsOf } from 'site/testing-pages';

/** Finds the page of a path and loads its data, as the server does. */
export async function visit(path: string) {
  const found = findRoute(routes, path);
  if (!found) throw new Error(`No route for ${path}`);
  const page: AnyPage = (await found.route.load()).page;
  return { page, loaded: await loadPage(page, path, routes) };
}

/** Shows the page of a path with its deferred parts. @param over props that put the page in another state */
export async function show(path: string, over: Partial<PageProps<unknown>> = {}) {
  const { page, loaded } = await visit(path);
  // Resets the history entry: an earlier test may have left an open tab in its state.
  window.history.replaceState(null, '', path);
  // The browser gets data that went through JSON.
  const data: unknown = JSON.parse(JSON.stringify(loaded.data));
  return { ...(await showPage(page, path, routes, { data, ...over })), loaded };
}
