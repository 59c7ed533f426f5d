/** Checks of pages as visitors first see them: rendered by the server, hydrated without a warning, accessible. */

import type { ReleaseManifest } from '@wholepage/contracts/release';
import { within } from '@wholepage/page-rules/time-limit';
import { boundedMap } from '@wholepage/releases/store/store';
import type { Check, Fault } from '../check';
import {
  findViolations,
  misshapenIn,
  NARROW,
  type OpenedPage,
  openPage,
  untilIdle,
  untilMounted,
  untilStill,
  type Violation,
  WIDE,
  WIDTHS,
} from '../page';
import { AT_ONCE, BLANK, type GateSite, onePerRoute } from '../site';
import { styleLeaks } from './layout';

export const pages: Check = {
  name: 'pages',
  holds: 'every page is made by the server, fits, has one h1 and a title, and comes to life without a warning',
  async *run(context) {
    const findings = await context.visits();
    const { closed, members } = await context.site();
    for (const [path, status] of Object.entries(closed))
      context.note(
        `${path} answers strangers with ${status}: ${members.includes(path) ? 'it is looked at as the test visitor of site.ts alone' : 'no page of the release is looked at there'}.`,
      );
    const causes = new Map<string, string[]>();
    for (const { view, troubles } of findings)
      for (const what of troubles) causes.set(what, [...(causes.get(what) ?? []), viewInWords(view)]);
    for (const [what, [first, ...more]] of causes) {
      const others = more.length > 0 ? ` and ${more.length} more view${more.length > 1 ? 's' : ''}` : '';
      yield {
        where: `${first}${others}`,
        what,
        todo: 'Open it: npm run dev, or the release alone under /_standalone.',
      };
    }
  },
};

const faultOf = (where: string, { help, helpUrl, targets: [target = '', ...more] }: Violation): Fault => ({
  where: `${where}: ${target}${more.length ? ` and ${more.length} more` : ''}`,
  what: help,
  todo: helpUrl,
});

export const accessibility: Check = {
  name: 'accessibility',
  holds: 'axe finds nothing against WCAG 2.2 AA, in pages and in each dialog that a button opens',
  async *run(context) {
    for (const { view, violations } of await context.visits())
      for (const violation of violations) yield faultOf(view.path, violation);
    for (const { path, pressed } of await context.closeLooks())
      for (const { dialog, violation } of pressed.violations)
        yield faultOf(`${path}, the dialog of "${dialog}"`, violation);
  },
};

/** The findings on a page in one view. Each page is loaded once for all checks. */
export interface PageFindings {
  view: View;
  /** Errors and warnings of the page, in few words each. */
  troubles: string[];
  /** Elements outside the slot that its styles change. */
  styleLeaks: string[];
  violations: Violation[];
}

/** Tries of a page that fails. A finding counts when each try shows it, because a busy machine fails, too. */
const AGAIN = 2;

/** The longest look at a page in milliseconds: a page whose scripts never end answers no question. */
const LONGEST_LOOK_MS = 60_000;

/** The pages at fault after which the look ends: a release that never starts takes long on each page. */
const ENOUGH_AT_FAULT = 3;

interface Candidate {
  app: string;
  /** Its own fragments, as `{app}/{name}`. */
  fragments: readonly string[];
  /** Troubles of a page with nothing but the layout. */
  ofLayout: ReadonlySet<string>;
  /** Pages for the close look: one of each route. */
  close: readonly string[];
}

const nothingOf = (view: View): PageFindings => ({ view, troubles: [], styleLeaks: [], violations: [] });

async function look(opened: OpenedPage, view: View, candidate: Candidate): Promise<PageFindings> {
  const { page, status, troubles } = opened;
  const { app, close } = candidate;
  const found = nothingOf(view);
  if (view.scripts)
    await untilMounted(opened, app).then(
      () => untilIdle(page),
      (error: Error) => found.troubles.push(error.message),
    );
  if (status >= 500 && view.api) found.troubles.push(`the server answered ${status}`);
  found.troubles.push(...(await misshapenIn(page, view.widths)));
  // Views of one width are hydrated, and as most visitors see the page.
  const isClose = view.widths.length === 1 && close.includes(view.path);
  if (isClose && view.widths[0] === WIDE) found.styleLeaks = await styleLeaks(page, app, candidate.fragments);
  if (isClose && view.widths[0] === NARROW) {
    await untilStill(page);
    found.violations = await findViolations(page);
  }
  found.troubles.push(...troubles);
  return found;
}

async function visit(site: GateSite, view: View, candidate: Candidate, longestMs: number): Promise<PageFindings> {
  const composer = view.api || site.api !== 'up' ? site.composer : site.withoutApi;
  const once = async (): Promise<PageFindings> => {
    await using opened = await openPage(site.browser, composer.origin + view.path, {
      ...view,
      width: view.widths[0],
      ...(view.member && { cookies: site.visitor }),
      expected: candidate.ofLayout,
    });
    const found = await within(look(opened, view, candidate), longestMs, 'That').catch((error: Error) => ({
      ...nothingOf(view),
      troubles: [`its scripts keep it from being looked at: ${error.message.split('\n')[0]}`, ...opened.troubles],
    }));
    return { ...found, troubles: [...new Set([...found.troubles, ...composer.renderErrors(view.path)])] };
  };
  let found = await once();
  for (let again = 0; found.troubles.length && again < AGAIN; again += 1) found = await once();
  return found;
}

/** Collects the troubles of the live layout alone, for which no remote's release is to blame. */
async function troublesOfLayout({ browser, composer, withoutApi, api }: GateSite): Promise<Set<string>> {
  const views = [
    ...WIDTHS.map((width) => ({ width, of: composer, api: api !== 'down' })),
    ...(api === 'up' ? [{ width: NARROW, of: withoutApi, api: false }] : []),
  ];
  const found = await boundedMap(views, AT_ONCE, async ({ of, ...view }) => {
    const opened = await openPage(browser, of.origin + BLANK.path, view);
    await untilIdle(opened.page).finally(() => opened.context.close());
    return opened.troubles;
  });
  return new Set(found.flat());
}

/**
 * Visits the candidate's pages in every view, until {@link ENOUGH_AT_FAULT} are at fault.
 * @param note called with the layout's own faults
 */
export async function visitPages(
  site: GateSite,
  { app, routes, fragments }: ReleaseManifest,
  note: (text: string) => void,
  longestMs = LONGEST_LOOK_MS,
): Promise<PageFindings[]> {
  const ofLayout = await troublesOfLayout(site);
  for (const what of ofLayout) note(`The layout alone has this on every page: ${what}.`);
  const candidate: Candidate = {
    app,
    fragments: fragments.map(({ name }) => `${app}/${name}`),
    ofLayout,
    close: onePerRoute(routes, [...site.pages, ...site.members]),
  };
  let atFault = 0;
  const findings = await boundedMap(viewsOf(site), AT_ONCE, async (view) => {
    if (atFault >= ENOUGH_AT_FAULT) return undefined;
    const found = await visit(site, view, candidate, longestMs);
    if (found.troubles.length) atFault += 1;
    return found;
  });
  return findings.filter((found) => found !== undefined);
}

interface View {
  path: string;
  /** The widths at which it is laid out; it is loaded at the first. */
  widths: readonly [number, ...number[]];
  scripts: boolean;
  /** False: the API is down. */
  api: boolean;
  /** True: the site's test visitor is signed in. */
  member: boolean;
}

const viewInWords = ({ path, widths, scripts, api, member }: View): string =>
  `${path} at ${widths[0]}${member ? ', as the test visitor' : ''}${scripts ? '' : ', without scripts'}${api ? '' : ', with the API down'}`;

/**
 * Lists the views. Every page is hydrated at each width. Without scripts, and with the API down, it is loaded once and laid out
 * at all of them. Members' pages need their back end.
 */
const viewsOf = ({ pages, members, api }: GateSite): View[] => {
  const views = (path: string, member: boolean): View[] => {
    const view = { path, scripts: true, api: api !== 'down', member };
    return [
      ...WIDTHS.map((width): View => ({ ...view, widths: [width] })),
      { ...view, widths: WIDTHS, scripts: false },
      ...(api === 'up' && !member ? [{ ...view, widths: WIDTHS, api: false }] : []),
    ];
  };
  return [...pages.flatMap((path) => views(path, false)), ...members.flatMap((path) => views(path, true))];
};
