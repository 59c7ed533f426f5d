import { act, render } from '@testing-library/react';
import { type AnyPage, type Loaded, type PageProps, RemoteContext, type RemoteRoute } from '@wholepage/remote-kit';
import { findRoute, pageIn } from '@wholepage/remote-kit/testing';
import type { ReactNode } from 'react';
import { stubShell, testConfig } from './testing';

/** Renders a part of a page in its remote's context. */
export function show(part: ReactNode, shell = stubShell(), config = testConfig) {
  return { ...render(<RemoteContext value={{ config, shell }}>{part}</RemoteContext>), shell };
}

const placeOf = (path: string, routes: readonly RemoteRoute[]) => {
  const url = new URL(path, testConfig.siteOrigin);
  return { url, params: findRoute(routes, url.pathname)?.params ?? {} };
};

/** Calls a page's `load` for an address. @param routes match the address, for its params */
export async function loadPage(
  page: AnyPage,
  path: string,
  routes: readonly RemoteRoute[] = [],
  ask = fetch,
): Promise<Loaded<unknown>> {
  const { signal } = new AbortController();
  return pageIn(await page.load({ ...placeOf(path, routes), config: testConfig, cookies: {}, fetch: ask, signal }));
}

/** Returns a page with the props that the kit would give it; default state: ready. */
export const pageAt = (
  { Page }: AnyPage,
  path: string,
  routes: readonly RemoteRoute[],
  over: Partial<PageProps<unknown>>,
) => <Page state="ready" data={null} {...placeOf(path, routes)} retry={() => {}} {...over} />;

/** Renders a page as the kit does once it is ready, with its deferred parts. */
export const showPage = async (
  page: AnyPage,
  path: string,
  routes: readonly RemoteRoute[] = [],
  over: Partial<PageProps<unknown>> = {},
) => act(async () => show(pageAt(page, path, routes, over)));

/** Returns the texts of the elements in their order, with single spaces. */
export const textsOf = (elements: Element[]): string[] =>
  elements.map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim());
