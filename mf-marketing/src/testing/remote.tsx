import { act, render } from '@testing-library/react';
import { type AnyPage, type Loaded, RemoteContext } from '@wholepage/remote-kit';
import { pageIn } from '@wholepage/remote-kit/testing';
import { testConfig as config, stubShell } from 'site/testing';

// jsdom has no media queries; carousels ask for one.
globalThis.matchMedia ??= (query) => ({ matches: false, media: query }) as MediaQueryList;

/** What the page's `load` gives for an address. */
export async function loadPage(page: AnyPage, path: string): Promise<Loaded<unknown>> {
  const url = new URL(path, config.siteOrigin);
  const { signal } = new AbortController();
  return pageIn(await page.load({ url, params: {}, config, cookies: {}, fetch, signal }));
}

/** Shows a page as the kit does once it is ready, with the parts that come later. */
export async function showPage(page: AnyPage, path: string) {
  const shell = stubShell();
  const url = new URL(path, config.siteOrigin);
  const { Page } = page;
  const view = await act(async () =>
    render(
      <RemoteContext value={{ config, shell }}>
        <Page state="ready" data={null} params={{}} url={url} retry={() => {}} />
      </RemoteContext>,
    ),
  );
  return { ...view, shell };
}

/** The texts of these elements in the order of the page. */
export const textsOf = (elements: Element[]): string[] =>
  elements.map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim());
