import { liveRemotes } from '@wholepage/tooling/live-site';
import type { Locator, Page } from 'playwright-core';
import { SITE, type Visit } from '../browser/browser';

/** Versions of the live remotes, from the live set. */
export async function liveVersions(): Promise<Record<string, string>> {
  return Object.fromEntries((await liveRemotes(SITE)).map(({ name, version }) => [name, version]));
}

export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Standalone', exact: true });

/** Opens the standalone page of a release, as QA does. */
export async function openStandalone(
  nextVisit: () => Promise<Visit>,
  remote: 'mf-blog' | 'mf-courses',
  version: string,
): Promise<Visit> {
  const visitor = await nextVisit();
  const response = await visitor.page.goto(`/_standalone/${remote}/${version}/`);
  expect(response?.status()).toBe(200);
  await panel(visitor.page).getByText(version, { exact: false }).waitFor();
  return visitor;
}

export const choosePage = (page: Page, path: string): Promise<string[]> =>
  panel(page).getByLabel(/^Page/).selectOption(path);

/** @param title of the scenario on the panel */
export const chooseScenario = (page: Page, title: string): Promise<string[]> =>
  panel(page)
    .getByLabel(/^The API answers/)
    .selectOption({ label: title });

/** Titles of the scenarios on the panel. */
export const scenariosOf = (page: Page): Promise<string[]> =>
  panel(page)
    .getByLabel(/^The API answers/)
    .locator('option')
    .allTextContents();

/** Waits until the panel's list of the remote's requests contains this line. */
export const askedFor = (page: Page, line: string): Promise<void> =>
  panel(page).getByRole('region', { name: 'Asked for' }).getByText(line, { exact: true }).first().waitFor();
