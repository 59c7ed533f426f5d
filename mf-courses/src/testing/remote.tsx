import { act } from '@testing-library/react';
import type { AnyPage, Loaded } from '@wholepage/remote-kit';
import { ofUnits } from 'api-wire/money';
import { loadPage as load, pageAt, show } from 'site/testing-pages';
import { routes } from '../routes';

export { show };

/** The API's responses by path; any other path is 404. */
export type Answers = Readonly<Record<string, () => Response | Promise<Response>>>;

/** A catalogue whose prices differ from the content's, so that tests notice a page with the content's prices. */
export const CATALOGUE = [
  { variant: 'online', ...ofUnits(45_000), plus_tax: true, status: 'open' },
  { variant: 'offline', ...ofUnits(110_000), plus_tax: true, status: 'open' },
  { variant: 'only-offline', ...ofUnits(210_000), plus_tax: false, status: 'open' },
] as const;

export const catalogueOf = (data: readonly object[]): Answers => ({
  '/api/catalogue': () => Response.json({ success: true, data }),
});

/** Calls the page's `load` for an address. */
export async function loadPage(
  page: AnyPage,
  path: string,
  answers: Answers = catalogueOf(CATALOGUE),
): Promise<Loaded<unknown>> {
  const answer: typeof fetch = async (input) =>
    answers[String(input).split('?')[0] ?? '']?.() ?? new Response('Not found', { status: 404 });
  return load(page, path, routes, answer);
}

/** Shows a page as the kit does once it is ready. */
export async function showPage(page: AnyPage, path: string, answers?: Answers) {
  const { data } = await loadPage(page, path, answers);
  const shown = show(pageAt(page, path, routes, { data }));
  // The enrolment dialog's chunk loads after the page.
  await act(() => import('../enrolment/EnrolmentDialog/EnrolmentDialog'));
  return shown;
}
