import { FRAGMENT_ATTRIBUTES } from '@wholepage/contracts/fragment';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { boundedMap } from '@wholepage/releases/bounded-map';
import { IGNORED_PROPERTIES, styleLeaks } from '../probes/computed-styles';
import { exposureFaults } from '../probes/exposure';
import { findViolations, type Violation } from '../probes/find-violations';
import { untilMounted } from '../probes/mounts';
import { misshapenIn, untilIdle, untilStill } from '../probes/read-page';
import type { GateSite } from '../site/gate-site';
import { onePerRoute } from '../site/sample-pages';
import { openPage, WIDTHS } from './open-page';
import type { OpenedPage } from './opened-page';
import { isLaidOutTwice, type View, viewsOf } from './views';

/** Two pages at a time: a page waits for the network half of its time, and more would wait for the processor. */
const AT_ONCE = 2;

/** What was found on a page in one view. A page is loaded once for all checks that look at it. */
export interface PageFindings {
  view: View;
  /** What keeps it from being a sound page, in few words each. */
  troubles: string[];
  /** Elements outside the slot that its styles change. */
  styleLeaks: string[];
  violations: Violation[];
}

/** A failure may be the machine's: what is found counts when it is found each time. */
const AGAIN = 2;

/** With so many pages at fault enough is known, and a release that never starts takes long to look at. */
const ENOUGH_AT_FAULT = 3;

interface Candidate {
  app: string;
  hasApi: boolean;
  /** Pages that are looked at closely: of those that one route makes a single one. */
  close: readonly string[];
}

const nothingOf = (view: View): PageFindings => ({ view, troubles: [], styleLeaks: [], violations: [] });

async function look(opened: OpenedPage, view: View, { app, hasApi, close }: Candidate): Promise<PageFindings> {
  const { page, status, troubles } = opened;
  const found = nothingOf(view);
  if (view.scripts)
    await untilMounted(opened, app).then(
      () => untilIdle(page),
      (error: Error) => found.troubles.push(error.message),
    );
  if (status >= 500 && view.api) found.troubles.push(`the server answered ${status}`);
  found.troubles.push(...(await misshapenIn(page, isLaidOutTwice(view, hasApi) ? WIDTHS : [view.width])));
  const isClose = view.scripts && view.api === hasApi && close.includes(view.path);
  if (isClose && view.width === WIDTHS[1])
    found.styleLeaks = await page.evaluate(styleLeaks, [app, IGNORED_PROPERTIES, FRAGMENT_ATTRIBUTES.of] as const);
  if (isClose && view.width === WIDTHS[0]) {
    found.troubles.push(...(await exposureFaults(page, app)));
    await untilStill(page);
    found.violations = await findViolations(page);
  }
  found.troubles.push(...troubles);
  return found;
}

async function visit(site: GateSite, view: View, candidate: Candidate): Promise<PageFindings> {
  const composer = view.api || !site.hasApi ? site.composer : site.withoutApi;
  const once = async (): Promise<PageFindings> => {
    const opened = await openPage(site.browser, composer.origin + view.path, view);
    try {
      const found = await look(opened, view, candidate).catch((error: Error) => ({
        ...nothingOf(view),
        troubles: [`its scripts keep it from being looked at: ${error.message.split('\n')[0]}`, ...opened.troubles],
      }));
      return { ...found, troubles: [...new Set([...found.troubles, ...composer.renderErrors(view.path)])] };
    } finally {
      await opened.close();
    }
  };
  let found = await once();
  for (let again = 0; found.troubles.length && again < AGAIN; again += 1) found = await once();
  return found;
}

/** Looks at the candidate's pages in every view, until {@link ENOUGH_AT_FAULT} are at fault. */
export async function visitPages(site: GateSite, { app, routes }: ReleaseManifest): Promise<PageFindings[]> {
  const candidate = { app, hasApi: site.hasApi, close: onePerRoute(routes, site.pages) };
  let atFault = 0;
  const findings = await boundedMap(viewsOf(site.pages, site.hasApi), AT_ONCE, async (view) => {
    if (atFault >= ENOUGH_AT_FAULT) return undefined;
    const found = await visit(site, view, candidate);
    if (found.troubles.length) atFault += 1;
    return found;
  });
  return findings.filter((found) => found !== undefined);
}
