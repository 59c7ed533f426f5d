import { act, render } from '@testing-library/react';
import { type AnyPage, type Loaded, RemoteContext } from '@wholepage/remote-kit';
import { findRoute, pageIn } from '@wholepage/remote-kit/testing';
import { ofUnits } from 'api-wire/money';
import type { ReactNode } from 'react';
import { testConfig as config, stubShell } from 'site/testing';
import { routes } from '../routes';

/** Shows a part of a page within the remote's context. */
export function show(part: ReactNode, shell = stubShell()) {
  return { ...render(<RemoteContext value={{ config, shell }}>{part}</RemoteContext>), shell };
}

const paramsOf = (path: string): Record<string, string> => findRoute(routes, path)?.params ?? {};

/** Answers of the API that pages are loaded with, by path; any other is 404. */
export type Answers = Readonly<Record<string, () => Response | Promise<Response>>>;

/** The catalogue at other prices than those of the content, so that nobody shows these by mistake. */
export const CATALOGUE = [
  { variant: 'online', ...ofUnits(45_000), plus_tax: true, status: 'open' },
  { variant: 'offline', ...ofUnits(110_000), plus_tax: true, status: 'open' },
  { variant: 'only-offline', ...ofUnits(210_000), plus_tax: false, status: 'open' },
] as const;

export const catalogueOf = (data: readonly object[]): Answers => ({
  '/api/catalogue': () => Response.json({ success: true, data }),
});

/** What the page's `load` gives for an address. */
export async function loadPage(
  page: AnyPage,
  path: string,
  answers: Answers = catalogueOf(CATALOGUE),
): Promise<Loaded<unknown>> {
  const url = new URL(path, config.siteOrigin);
  const answer: typeof fetch = async (input) =>
    answers[String(input).split('?')[0] ?? '']?.() ?? new Response('Not found', { status: 404 });
  const { signal } = new AbortController();
  return pageIn(await page.load({ url, params: paramsOf(url.pathname), config, cookies: {}, fetch: answer, signal }));
}

/** Shows a page as the kit does once it is ready. */
export async function showPage(page: AnyPage, path: string, answers?: Answers) {
  const { Page } = page;
  const url = new URL(path, config.siteOrigin);
  const { data } = await loadPage(page, path, answers);
  const shown = show(<Page state="ready" data={data} params={paramsOf(url.pathname)} url={url} retry={() => {}} />);
  // The dialog of the enrolment follows the page.
  await act(() => import('../enrolment/EnrolmentDialog/EnrolmentDialog'));
  return shown;
}
