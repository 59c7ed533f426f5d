import type { Breadcrumb, Thrown, VisitReport } from '@wholepage/contracts/report';
import {
  CLICKED,
  LINE,
  LONGEST_AGO,
  LONGEST_NAME,
  LONGEST_TEXT,
  MOST_BREADCRUMBS,
  MOST_FRAMES,
} from '@wholepage/contracts/report-limits';
import type { Happened } from './report';

/** File, line and column of released code in a stack of any browser. */
const FRAME = /\/_releases\/([\w@./-]+:\d+:\d+)/g;

/** `…/_releases/{app}/…` in an address or a stack; captures the app. */
const RELEASE_FILES = /\/_releases\/([a-z0-9-]+)\//g;

/** Returns the root cause of an error. */
const innermost = (error: unknown, depth = 3): unknown =>
  depth > 0 && error instanceof Error && error.cause instanceof Error ? innermost(error.cause, depth - 1) : error;

/** Each failure of an app is reported once on a page: the composer counts visitors, not failures. */
const reported = new Set<string>();
/** Most failures reported from one page. */
const MOST_REPORTED = 10;

/**
 * Reports a failure with its error and breadcrumbs, once, unless the error comes from none of these apps' code.
 * @param moment of the failure, by `performance.now()`
 */
export function reportThrown(
  { send, happened }: { send(reports: readonly VisitReport[]): void; happened: readonly Happened[] },
  report: VisitReport,
  error: unknown,
  apps: readonly string[] | undefined,
  moment: number,
): void {
  const where = String((error as Error | undefined)?.stack ?? error);
  const isOwn = !apps || [...where.matchAll(RELEASE_FILES)].some(([, app = '']) => apps.includes(app));
  const key = `${report.app} ${report.failed} ${error}`;
  if (!isOwn || reported.has(key) || reported.size >= MOST_REPORTED) return;
  reported.add(key);
  const breadcrumbs = breadcrumbsUntil(moment, happened);
  const thrown = error !== undefined && { error: thrownOf(error) };
  send([{ ...report, ...thrown, ...(breadcrumbs.length > 0 && { breadcrumbs }) }]);
}

/** Returns an error for a report: of its stack only the frames of released code. */
function thrownOf(error: unknown): Thrown {
  const { name, message, stack } = (innermost(error) ?? {}) as Partial<Error>;
  const frames = [...String(stack).matchAll(FRAME)].map(([, frame = '']) => frame);
  return {
    name: String(name ?? '').slice(0, LONGEST_NAME),
    message: String(message ?? (typeof error === 'string' ? error : '')).slice(0, LONGEST_TEXT),
    stack: frames.filter((frame) => LINE.test(frame)).slice(0, MOST_FRAMES),
  };
}

/** Returns fetches by status; 0 for no response, or one that scripts may not see. */
const calls = () =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ initiatorType }) => initiatorType === 'fetch' || initiatorType === 'xmlhttprequest')
    .map(({ responseEnd, responseStatus }) => ({ at: responseEnd, what: { fetch: responseStatus ?? 0 } }));

/** Returns tag and class of an element; only the tag where a report would not take the class. */
const clicked = (element: string): string => (CLICKED.test(element) ? element : (element.split('.')[0] ?? ''));

/** Returns the breadcrumbs before a moment of `performance.now()`, oldest first. */
function breadcrumbsUntil(moment: number, happened: readonly Happened[]): Breadcrumb[] {
  const noted = happened.map(({ at, what }) => ({ at, what: 'click' in what ? { click: clicked(what.click) } : what }));
  return [...noted, ...calls()]
    .filter(({ at }) => at <= moment && moment - at < LONGEST_AGO)
    .sort((a, b) => a.at - b.at)
    .slice(-MOST_BREADCRUMBS)
    .map(({ at, what }) => ({ ago: Math.round(moment - at), ...what }));
}
