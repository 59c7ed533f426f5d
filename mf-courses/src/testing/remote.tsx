import { act, render } from '@testing-library/react';
import { matchRoute } from 'contracts/route-match';
import { testConfig as config, stubShell } from 'contracts/testing';
import type { ReactNode } from 'react';
import { type AnyPage, type Loaded, RemoteContext } from 'remote-kit';
import { routes } from '../routes';

/** Shows a part of a page within the remote's context. */
export function show(part: ReactNode, shell = stubShell()) {
  return { ...render(<RemoteContext value={{ config, shell }}>{part}</RemoteContext>), shell };
}

const paramsOf = (path: string): Record<string, string> => {
  for (const route of routes) {
    const params = matchRoute(route.path, path);
    if (params) return params;
  }
  return {};
};

/** What the page's `load` gives for an address. */
export async function loadPage(page: AnyPage, path: string): Promise<Loaded<unknown>> {
  const url = new URL(path, config.siteOrigin);
  return page.load({ url, params: paramsOf(url.pathname), config, fetch, signal: new AbortController().signal });
}

/** Shows a page as the kit does once it is ready. */
export async function showPage(page: AnyPage, path: string) {
  const { Page } = page;
  const url = new URL(path, config.siteOrigin);
  const { data } = await loadPage(page, path);
  const shown = show(<Page state="ready" data={data} params={paramsOf(url.pathname)} url={url} retry={() => {}} />);
  // The dialog of the enrolment follows the page.
  await act(() => import('../enrolment/EnrolmentDialog/EnrolmentDialog'));
  return shown;
}
