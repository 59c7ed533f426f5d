import { act, render } from '@testing-library/react';
import { type AnyPage, type Loaded, type PageProps, RemoteContext } from '@wholepage/remote-kit';
import { findRoute, pageIn } from '@wholepage/remote-kit/testing';
import { testConfig as config, stubShell } from 'site/testing';
import { routes } from '../routes';

interface Visit {
  page: AnyPage;
  url: URL;
  params: Record<string, string>;
  loaded: Loaded<unknown>;
}

/** Finds the page of a path and loads its data, as the server does. */
export async function visit(path: string): Promise<Visit> {
  const url = new URL(path, config.siteOrigin);
  const found = findRoute(routes, url.pathname);
  if (!found) throw new Error(`No route for ${path}`);
  const { params, route } = found;
  const { page } = await route.load();
  const { signal } = new AbortController();
  const loaded = pageIn(await page.load({ url, params, config, cookies: {}, fetch, signal }));
  return { page, url, params, loaded };
}

/** Shows the page of a path, with the parts that come later; `over` puts it in another state. */
export async function show(path: string, over: Partial<PageProps<unknown>> = {}) {
  const { page, url, params, loaded } = await visit(path);
  // A new entry of the history: an earlier test may have left a tab open in its own.
  window.history.replaceState(null, '', path);
  // What the browser gets has been through JSON.
  const data: unknown = JSON.parse(JSON.stringify(loaded.data));
  const shell = stubShell();
  const { Page } = page;
  const view = await act(async () =>
    render(
      <RemoteContext value={{ config, shell }}>
        <Page state="ready" data={data} params={params} url={url} retry={() => {}} {...over} />
      </RemoteContext>,
    ),
  );
  return { ...view, shell, loaded };
}

/** The texts of these elements in the order of the page. */
export const textsOf = (elements: Element[]): string[] =>
  elements.map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim());
