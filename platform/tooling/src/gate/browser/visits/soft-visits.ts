import type { ReleaseManifest } from '@wholepage/contracts/release';
import { untilMounted } from '../probes/mounts';
import { BLANK } from '../site/blank-remote';
import { onePerRoute } from '../site/sample-pages';
import { LONGEST_LOAD_MS, type OpenedPage } from './opened-page';

/** Whether any page of the app can be reached without leaving the document. */
export const hasSoftPages = ({ routes }: ReleaseManifest): boolean => routes.some(({ document }) => !document);

/** Of each route that is reached without leaving the document, one of these addresses. */
export const softPaths = ({ routes }: ReleaseManifest, pages: readonly string[]): string[] =>
  onePerRoute(
    routes.filter(({ document }) => !document),
    pages,
  );

/** Goes to an address as the shell does: single-spa follows the history. */
export const goTo = ({ page }: OpenedPage, path: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState({ entry: String(Math.random()) }, '', to), path);

/** Has the shell fetch single-spa, which it does when somebody goes on: what that writes to window is the shell's. */
export async function goOn(opened: OpenedPage): Promise<void> {
  await goTo(opened, `${BLANK.path}?again`);
  await opened.page.waitForFunction(() => 'singleSpaNavigate' in window, undefined, {
    timeout: LONGEST_LOAD_MS,
    polling: 20,
  });
}

/** From the blank page to the app's and back: one mount, one unmount. @throws Error when the app is not mounted */
export async function visitAndLeave(opened: OpenedPage, app: string, path: string): Promise<void> {
  await goTo(opened, path);
  await untilMounted(opened, app);
  await goTo(opened, BLANK.path);
  await untilMounted(opened, BLANK.app);
}
