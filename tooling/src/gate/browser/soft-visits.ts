import type { ReleaseManifest } from 'contracts/release';
import type { Page } from 'playwright-core';
import { BLANK } from './blank-remote';
import { untilMounted } from './open-page';

/** A page of the app that is reached without leaving the document. */
export const softPath = ({ routes }: ReleaseManifest): string | undefined =>
  (routes.find(({ path, document }) => !document && !path.includes(':')) ?? routes.find(({ document }) => !document))
    ?.path;

/** Goes to an address as the shell does: single-spa follows the history. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState({ entry: String(Math.random()) }, '', to), path);

/** From the blank page to the app's and back: one mount, one unmount. */
export async function visitAndLeave(page: Page, app: string, path: string): Promise<void> {
  await goTo(page, path);
  await untilMounted(page, app);
  await goTo(page, BLANK.path);
  await untilMounted(page, BLANK.app);
}
