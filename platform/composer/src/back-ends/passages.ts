import type { IncomingMessage } from 'node:http';
import { matchRoute } from '@wholepage/page-rules/route-match';
import { isPrivatePath } from '../http/request/private-paths';
import type { ReleaseSet } from '../releases/release-set';
import type { Passage } from './back-end-proxy';
import type { BackEnds } from './back-ends';
import { declaredCookies } from './declared-cookies';

const API_PREFIX = '/api';
/** Bytes of a call's body. */
const LARGEST_CALL = 1024 * 1024;
/** Bytes of a form without scripts. */
const LARGEST_ACTION = 64 * 1024;

const cookiesIn = (set: ReleaseSet, app: string): string[] => {
  const release = set.apps[app];
  return release ? declaredCookies(release.manifest) : [];
};

/** Where requests go that a remote's back end answers. */
export class Passages {
  constructor(
    private readonly backEnds: BackEnds,
    private readonly siteOrigin: string,
  ) {}

  /** A call of `/api/{remote}/…`. @returns undefined when it is the site's API's; `private` when nobody may call it; else its way, by the visitor's releases */
  ofCall(request: IncomingMessage, url: URL): ((set: ReleaseSet) => Passage) | 'private' | undefined {
    if (!url.pathname.startsWith(`${API_PREFIX}/`)) return undefined;
    const found = this.backEnds.find(url.pathname.slice(API_PREFIX.length));
    if (!found) return undefined;
    const { backEnd, path } = found;
    if (isPrivatePath(path)) return 'private';
    return (set) => ({
      backEnd,
      path: path + url.search,
      cookies: cookiesIn(set, backEnd.app),
      withCookies: isRead(request) || isSameOrigin(request, this.siteOrigin),
      largestBody: LARGEST_CALL,
    });
  }

  /**
   * A form without scripts, posted to an action that a release declares.
   * @returns undefined when no release declares it, `foreign` when a page of another site sent it, `absent` when its remote
   * has no back end here
   */
  ofAction(request: IncomingMessage, url: URL, set: ReleaseSet): Passage | 'foreign' | 'absent' | undefined {
    if (request.method !== 'POST') return undefined;
    const owner = Object.entries(set.apps).find(([, release]) =>
      release?.manifest.actions?.some((pattern) => matchRoute(pattern, url.pathname)),
    );
    if (!owner) return undefined;
    if (!isSameOrigin(request, this.siteOrigin)) return 'foreign';
    const [app] = owner;
    const backEnd = this.backEnds.of(app);
    if (!backEnd) return 'absent';
    return {
      backEnd,
      path: url.pathname + url.search,
      cookies: cookiesIn(set, app),
      withCookies: true,
      largestBody: LARGEST_ACTION,
    };
  }
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '');

/**
 * Whether a page of this site sent a request. A browser says so with every form: without a word of it nobody is believed.
 * @param siteOrigin as the settings name it
 */
function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, siteOrigin: string): boolean {
  const { origin } = headers;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (origin === undefined) return fetchSite === 'same-origin';
  return origin === siteOrigin || (headers.host !== undefined && hostOf(origin) === headers.host);
}
