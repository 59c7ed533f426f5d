import type { PageFragments } from '../fragments/page-fragments';
import { allowOn } from '../framed/framed-slot';
import { contentSecurityPolicy } from '../http/response/security-headers';
import { PRIVATE_CACHING, pageCaching } from '../http/response/shared-caching';
import type { Settings } from '../settings/settings';
import { type PageParts, releasesOf } from './document/page-state';
import { preloadHeader } from './document/preload-header';
import { speculationHeader } from './document/speculation-rules';
import type { PageContent } from './page-content';
import { devOriginOf, filesOf, fontsOf, policiesOf } from './page-parts';

/** Who cannot be given a page is asked to come again after so long. */
const RETRY_AFTER_SECONDS = '5';

/** Moved for good. */
export const MOVED = 301;

/** The page's own status; a page that is elsewhere by now moves, and never to itself. */
export const statusOf = ({ status, movedTo }: PageContent, fragments: PageFragments, url: URL): number => {
  if (status !== 200) return status;
  return movedTo && new URL(movedTo, url).pathname !== url.pathname ? MOVED : fragments.status;
};

/** Everything that a page is sent with beside its document. */
export function pageHeaders(
  { set, shell, owner, content, fragments }: PageParts,
  status: number,
  settings: Settings,
): Record<string, string> {
  const releases = [
    ...releasesOf(set, owner).map(({ manifest }) => manifest),
    ...fragments.pageFiles.map(({ manifest }) => manifest),
  ];
  const isBehindProxy = settings.BEHIND_PROXY === '1';
  const isPersonal = fragments.cookies.size > 0 || (owner?.route.cookies ?? []).length > 0;
  // What could not be rendered must take the place of no good copy.
  const isKept = !isPersonal && !(owner && !content.rendered);
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(status === 200 && isKept && pageCaching(releases, isBehindProxy)),
    ...(!isKept && { ...PRIVATE_CACHING, 'cache-control': 'private, no-store' }),
    'content-security-policy': contentSecurityPolicy(
      settings,
      allowOn(set, owner, content.allow),
      policiesOf(set),
      devOriginOf(set),
    ),
    ...(isBehindProxy && preloadHeader(fontsOf(shell), [...filesOf(shell, owner), ...fragments.pageFiles])),
    ...speculationHeader(owner?.route.document ?? false),
    ...(status === MOVED && content.movedTo && { location: new URL(content.movedTo, settings.siteOrigin).pathname }),
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  };
}
