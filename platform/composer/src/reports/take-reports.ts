import type { IncomingMessage } from 'node:http';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { Breadcrumb, VisitReport } from '@wholepage/contracts/report';
import type { CanaryKeeper } from '../canary/canary-keeper';
import type { Visitors } from '../canary/visitors';
import type { Metrics } from '../metrics';
import { ownerOf } from '../pages/page-parts';
import type { ReleaseSet } from '../releases/release-set';
import { browserOf } from './browser-of';
import type { DigestCollector } from './digest-collector';
import { KnownReleases } from './known-releases';

interface TakerOptions {
  visitors: Pick<Visitors, 'reporter' | 'networkOf'>;
  currentSet(): ReleaseSet;
  keeper: Pick<CanaryKeeper, 'observe'> | undefined;
  metrics: Pick<Metrics, 'report'>;
  digests: DigestCollector | undefined;
}

/** Pattern of the page that a report was sent from; of its address nothing else is used. */
function patternOf(set: ReleaseSet, referer: string | undefined): string {
  if (!referer || !URL.canParse(referer)) return '';
  return ownerOf(set, new URL(referer).pathname)?.route.path ?? '';
}

/** What names no route of the release, nor of any that is live, is not a pattern. */
function knownPattern(set: ReleaseSet, manifest: ReleaseManifest, page: string): string {
  const known = [manifest, ...Object.values(set.apps).map((release) => release.manifest)];
  return known.some(({ routes }) => routes.some(({ path }) => path === page)) ? page : '';
}

/** What a report says that a visitor did, without pages that are of no release. */
const knownBreadcrumbs = (set: ReleaseSet, manifest: ReleaseManifest, breadcrumbs: readonly Breadcrumb[]) =>
  breadcrumbs.filter((one) => !('page' in one) || knownPattern(set, manifest, one.page));

/** Passes reports on: those of a proved page view to the canaries' judge, those of releases that were served to the digest. */
export function createReportTaker({ visitors, currentSet, keeper, metrics, digests }: TakerOptions) {
  const known = new KnownReleases(currentSet);
  return (request: IncomingMessage, view: string | undefined, reports: readonly VisitReport[]): void => {
    const set = currentSet();
    const reporter = set.canaries.length > 0 ? visitors.reporter(request, view, set) : undefined;
    const from = { network: visitors.networkOf(request), ...browserOf(request) };
    const patternShown = patternOf(set, request.headers.referer);
    for (const report of reports) {
      const { app, version, failed, lcp, inp } = report;
      const isOfView = reporter !== undefined && Object.hasOwn(reporter.apps, app) && reporter.apps[app] === version;
      metrics.report(isOfView);
      if (reporter && isOfView)
        keeper?.observe(reporter.visit, app, version, { failed: failed !== undefined, lcp, inp });
      const manifest = known.find(app, version);
      if (!manifest) continue;
      const page = report.page ? knownPattern(set, manifest, report.page) : patternShown;
      const breadcrumbs = knownBreadcrumbs(set, manifest, report.breadcrumbs ?? []);
      digests?.report({ ...report, breadcrumbs }, page, { ...from, isVerified: isOfView });
    }
  };
}
