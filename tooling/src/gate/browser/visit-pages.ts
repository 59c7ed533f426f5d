import { IGNORED_PROPERTIES, styleLeaks } from './computed-styles';
import { eachOf } from './each-of';
import { findViolations, type Violation } from './find-violations';
import type { GateSite } from './gate-site';
import { type OpenedPage, openPage, untilMounted, WIDTHS } from './open-page';
import { misshapenIn } from './read-page';
import { isLaidOutTwice, type View, viewsOf } from './views';

/** What was found on a page in one view. A page is loaded once for all checks that look at it. */
export interface PageFindings {
  view: View;
  /** What keeps it from being a sound page, in few words each. */
  troubles: string[];
  /** Elements outside the slot that its styles change. */
  styleLeaks: string[];
  violations: Violation[];
}

/** With so many pages at fault enough is known, and a release that never starts takes long to look at. */
const ENOUGH_AT_FAULT = 4;

async function look(opened: OpenedPage, view: View, app: string, hasApi: boolean): Promise<PageFindings> {
  const { page, status, troubles } = opened;
  const found: PageFindings = { view, troubles: [], styleLeaks: [], violations: [] };
  if (view.scripts)
    await untilMounted(opened, app).catch((error: Error) => found.troubles.push(error.message.split('\n')[0] ?? ''));
  if (status >= 500 && view.api) found.troubles.push(`the server answered ${status}`);
  found.troubles.push(...(await misshapenIn(page, isLaidOutTwice(view, hasApi) ? WIDTHS : [view.width])));
  const isWhole = view.scripts && view.api === hasApi;
  if (isWhole && view.width === WIDTHS[1])
    found.styleLeaks = await page.evaluate(styleLeaks, [app, IGNORED_PROPERTIES] as const);
  if (isWhole && view.width === WIDTHS[0]) found.violations = await findViolations(page);
  found.troubles.push(...troubles);
  return found;
}

/** A failure may be the machine's: what is found counts when it is found a second time. */
async function visit(site: GateSite, view: View, app: string): Promise<PageFindings> {
  const composer = view.api || !site.hasApi ? site.composer : site.withoutApi;
  const once = async (): Promise<PageFindings> => {
    const opened = await openPage(site.browser, composer.origin + view.path, view);
    try {
      const found = await look(opened, view, app, site.hasApi);
      return { ...found, troubles: [...new Set([...found.troubles, ...composer.renderErrors(view.path)])] };
    } finally {
      await opened.close();
    }
  };
  const first = await once();
  return first.troubles.length ? once() : first;
}

/** Looks at the candidate's pages in every view, until {@link ENOUGH_AT_FAULT} are at fault. */
export async function visitPages(site: GateSite, app: string): Promise<PageFindings[]> {
  let atFault = 0;
  const findings = await eachOf(viewsOf(site.pages, site.hasApi), async (view) => {
    if (atFault >= ENOUGH_AT_FAULT) return undefined;
    const found = await visit(site, view, app);
    if (found.troubles.length) atFault += 1;
    return found;
  });
  return findings.filter((found) => found !== undefined);
}
