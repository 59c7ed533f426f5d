import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoredResponse } from '../http/stored-response';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { CanaryKeeper } from './canary-keeper';
import { drawCookie, newDraw, readDraw } from './draw';
import { isFaulty } from './faulty-responses';
import { sideOf } from './sides';
import { addressOf, visitorOf } from './visitor';

interface VisitorsOptions {
  behindProxy: boolean;
  /** The site has an https address: then so has the cookie. */
  secure: boolean;
  keeper: Pick<CanaryKeeper, 'observe'> | undefined;
}

/** A visitor of a page: what they get, and what becomes of it. */
export interface PageVisit {
  set: ReleaseSet;
  /** Distinguishes the sides in caches; empty while there are none. */
  cacheKey: string;
  /** To be told of the page that is sent. */
  sent(owner: LoadedRelease, stored: StoredResponse): void;
}

const NOBODY_COUNTS = () => {};

/** A visit that says nothing of any canary. */
export const uncounted = (set: ReleaseSet): PageVisit => ({ set, cacheKey: '', sent: NOBODY_COUNTS });

/** Gives each visitor their side of the canaries that run. While none runs, nobody gets a cookie and nothing is counted. */
export class Visitors {
  constructor(private readonly options: VisitorsOptions) {}

  /** The set of who asks for more of a page that they have. */
  setOf(request: IncomingMessage, live: ReleaseSet): ReleaseSet {
    const draw = readDraw(request.headers.cookie);
    return draw === undefined ? live : sideOf(live, draw);
  }

  arrive(request: IncomingMessage, response: ServerResponse, live: ReleaseSet): PageVisit {
    if (live.canaries.length === 0) return uncounted(live);
    const { behindProxy, secure, keeper } = this.options;
    const known = readDraw(request.headers.cookie);
    const draw = known ?? newDraw();
    if (known === undefined) response.setHeader('set-cookie', drawCookie(draw, secure));
    response.setHeader('cache-control', 'private, no-cache');
    response.setHeader('vary', 'cookie');
    const set = sideOf(live, draw);
    const visitor = visitorOf(addressOf(request, behindProxy), draw);
    return {
      set,
      cacheKey: set === live ? '' : `${set.id} `,
      sent({ manifest }, stored) {
        keeper?.observe(visitor, manifest.app, manifest.version, { failed: isFaulty(stored) });
      },
    };
  }
}
