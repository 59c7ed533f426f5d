import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchRoute } from '@wholepage/page-rules/address';
import type { Trace } from '@wholepage/telemetry/trace';
import { declaredCookies } from '../http/cookies';
import { isPrivatePath } from '../http/request/request-url';
import { sendText } from '../http/response/send';
import type { ReleaseSet } from '../releases/release-set';
import { BackEndProxy, type BackEndProxyOptions, type Passage } from './back-end-proxy';

const API_PREFIX = '/api';
/** Bytes of a call's body. */
const LARGEST_CALL = 1024 * 1024;
/** Bytes of a form without scripts. */
const LARGEST_ACTION = 64 * 1024;

const FOREIGN = 'This form was sent by a page of another site: open the page here and send it again.';
const ABSENT = 'This form cannot be taken just now. Go back and try again in a moment.';

interface BackEndRoutesOptions extends BackEndProxyOptions {
  siteOrigin: string;
  /** The releases that this visitor sees. */
  setOf(request: IncomingMessage, response: ServerResponse): ReleaseSet | Promise<ReleaseSet>;
}

/** Answers what a remote's own back end answers: its API, and forms without scripts. */
export class BackEndRoutes {
  private readonly proxy: BackEndProxy;

  constructor(private readonly options: BackEndRoutesOptions) {
    this.proxy = new BackEndProxy(options);
  }

  /** @returns false, and answers nothing, when it is not a call of a remote's API */
  call(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): boolean {
    const found = this.ofCall(request, url);
    if (!found) return false;
    if (found === 'private') sendText(request, response, 404, 'There is nothing here.');
    else void this.setOf(request, response).then((set) => this.proxy.forward(request, response, found(set), trace()));
    return true;
  }

  /** @returns false, and answers nothing, when no release declares this action */
  async action(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): Promise<boolean> {
    const found = this.ofAction(request, url, await this.setOf(request, response));
    if (!found) return false;
    if (typeof found === 'object') await this.proxy.forward(request, response, found, trace());
    else {
      request.resume();
      if (found === 'foreign') sendText(request, response, 403, FOREIGN);
      else sendText(request, response, 503, ABSENT, { 'retry-after': '5' });
    }
    return true;
  }

  /** A call of `/api/{remote}/…`. @returns undefined when it is the site's API's; `private` when nobody may call it; else its way, by the visitor's releases */
  private ofCall(request: IncomingMessage, url: URL): ((set: ReleaseSet) => Passage) | 'private' | undefined {
    if (!url.pathname.startsWith(`${API_PREFIX}/`)) return undefined;
    const found = this.options.backEnds.find(url.pathname.slice(API_PREFIX.length));
    if (!found) return undefined;
    const { backEnd, path } = found;
    if (isPrivatePath(path)) return 'private';
    return (set) => ({
      backEnd,
      path: path + url.search,
      cookies: cookiesIn(set, backEnd.app),
      withCookies: isRead(request) || isSameOrigin(request, this.options.siteOrigin),
      largestBody: LARGEST_CALL,
    });
  }

  /**
   * A form without scripts, posted to an action that a release declares.
   * @returns undefined when no release declares it, `foreign` when a page of another site sent it, `absent` when its remote
   * has no back end here
   */
  private ofAction(request: IncomingMessage, url: URL, set: ReleaseSet): Passage | 'foreign' | 'absent' | undefined {
    if (request.method !== 'POST') return undefined;
    const owner = Object.entries(set.apps).find(([, release]) =>
      release?.manifest.actions?.some((pattern) => matchRoute(pattern, url.pathname)),
    );
    if (!owner) return undefined;
    if (!isSameOrigin(request, this.options.siteOrigin)) return 'foreign';
    const [app] = owner;
    const backEnd = this.options.backEnds.of(app);
    if (!backEnd) return 'absent';
    return {
      backEnd,
      path: url.pathname + url.search,
      cookies: cookiesIn(set, app),
      withCookies: true,
      largestBody: LARGEST_ACTION,
    };
  }

  private async setOf(request: IncomingMessage, response: ServerResponse): Promise<ReleaseSet> {
    return this.options.setOf(request, response);
  }
}

const cookiesIn = (set: ReleaseSet, app: string): string[] => {
  const release = set.apps[app];
  return release ? declaredCookies(release.manifest) : [];
};

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
