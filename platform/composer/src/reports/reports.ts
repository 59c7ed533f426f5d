import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { type Breadcrumb, reportsSchema, type VisitReport } from '@wholepage/contracts/report';
import type { BrowserFamily, Device } from '@wholepage/releases/digests/digest';
import { parseAs } from '@wholepage/releases/store/store';
import { boundedBody, LongBodyError } from '../http/proxy/api-proxy';
import { MinuteLimit } from '../http/request/request';
import { sendText } from '../http/response/send';
import { ownerOf } from '../pages/page-parts';
import type { Parts } from '../parts';
import type { ReleaseSet } from '../releases/release-set';

const MOST_BYTES = 8_192;
/** Reports a minute: a visitor sends one a page left, and one a failure. */
const MOST_PER_NETWORK = 60;
const MOST_IN_ALL = 30_000;

type ReportsParts = Pick<Parts, 'visitors' | 'currentSet' | 'keeper' | 'metrics' | 'digests' | 'goals' | 'files'>;

/**
 * Takes browsers' reports: which version of an app failed by what error, and web vitals. They hold no address, and no
 * text but an error's. Reports with a page-view token count for canaries; those of previews do not.
 */
export function createReports(parts: ReportsParts) {
  const { visitors, goals } = parts;
  const limit = new MinuteLimit();
  const take = reportTaker(parts);
  return async (request: IncomingMessage, response: ServerResponse, isPreviewed = false): Promise<void> => {
    const refuse = (status: number, text: string, headers: Record<string, string> = {}) => {
      request.resume();
      sendText(request, response, status, text, { connection: 'close', ...headers });
    };
    if (request.method !== 'POST') return refuse(405, 'Reports are posted.', { allow: 'POST' });
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return refuse(403, 'Reports come from pages of this site.');
    if (!limit.allows(visitors.networkOf(request), MOST_PER_NETWORK) || !limit.allows('all', MOST_IN_ALL)) {
      return refuse(429, 'That is enough for now.', { 'retry-after': '60' });
    }
    const body = await boundedBody(request, MOST_BYTES).catch((error: unknown) => {
      if (!(error instanceof LongBodyError)) throw error;
    });
    if (!body) return refuse(413, 'A report is shorter.');
    const sound = parseAs(reportsSchema, body);
    if (!sound) return refuse(400, 'That is not a report.');
    if (!isPreviewed && 'goal' in sound) goals.report(request, sound.goal);
    if (!isPreviewed && 'reports' in sound) await take(request, sound.view, sound.reports);
    visitors.endViews(request, response);
    response.writeHead(204, { 'cache-control': 'no-store' }).end();
  };
}

/** Returns the pattern of the page that sent a report; nothing else of its address is used. */
function patternOf(set: ReleaseSet, referer: string | undefined): string {
  if (!referer || !URL.canParse(referer)) return '';
  return ownerOf(set, new URL(referer).pathname)?.route.path ?? '';
}

/** Returns a reported pattern if it is a route of the release or of a live one; otherwise ''. */
function knownPattern(set: ReleaseSet, manifest: ReleaseManifest, page: string): string {
  const known = [manifest, ...Object.values(set.apps).map((release) => release.manifest)];
  return known.some(({ routes }) => routes.some(({ path }) => path === page)) ? page : '';
}

const knownBreadcrumbs = (set: ReleaseSet, manifest: ReleaseManifest, breadcrumbs: readonly Breadcrumb[]) =>
  breadcrumbs.filter((one) => !('page' in one) || knownPattern(set, manifest, one.page));

/** Returns the handler of reports: of verified page views to the canaries' judge, of published releases to the digest. */
function reportTaker({ visitors, currentSet, keeper, metrics, digests, files }: ReportsParts) {
  return async (request: IncomingMessage, view: string | undefined, reports: readonly VisitReport[]): Promise<void> => {
    const set = currentSet();
    const reporter = set.canaries.length > 0 ? visitors.reporter(request, view, set) : undefined;
    const from = { network: visitors.networkOf(request), ...browserOf(request) };
    const patternShown = patternOf(set, request.headers.referer);
    for (const report of reports) {
      const { app, version, failed, recovered, lcp, inp } = report;
      const isOfView = reporter !== undefined && Object.hasOwn(reporter.apps, app) && reporter.apps[app] === version;
      metrics.reports.inc({ judged: isOfView ? 'yes' : 'no' });
      if (recovered) {
        metrics.recoveries.inc({ kind: recovered });
        continue;
      }
      if (reporter && isOfView)
        keeper.observe(reporter.visit, app, version, { failed: failed !== undefined, lcp, inp });
      // A later report on the same visit: the digest has that visit.
      if (!report.page && !failed) continue;
      // An old tab reports on releases that are not live any more.
      const manifest = await files.manifest(app, version, request);
      // A report on a release that does not exist is forged.
      if (!manifest) continue;
      const page = report.page ? knownPattern(set, manifest, report.page) : patternShown;
      const breadcrumbs = knownBreadcrumbs(set, manifest, report.breadcrumbs ?? []);
      digests.report({ ...report, breadcrumbs }, page, { ...from, isVerified: isOfView });
    }
  };
}

/** In this order, because each browser's user agent also contains the names below it. */
const FAMILIES: readonly (readonly [RegExp, BrowserFamily])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Characters of a user agent that are read. */
const LONGEST_AGENT = 400;

/** Returns browser family and kind of device from the headers; nothing else of them is kept. */
function browserOf({ headers }: Pick<IncomingMessage, 'headers'>): { browser: BrowserFamily; device: Device } {
  const agent = (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT);
  const browser = FAMILIES.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Other';
  const isPhone = headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(agent);
  return { browser, device: isPhone ? 'phone' : 'desktop' };
}
