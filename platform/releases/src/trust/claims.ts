import type { Deployment, ReleaseManifest } from '@wholepage/contracts/release';
import { PRIVATE_API_NAMES } from '@wholepage/contracts/release';
import { matchRoute, routesOverlap } from '@wholepage/page-rules/address';
import { ReleaseError } from '../errors';
import type { AppPins } from './pins';

/** Paths and cookies that a release claims for its app. */
export interface Claims {
  /** Paths of its pages, actions and text files. */
  paths: readonly string[];
  cookies: readonly string[];
}

export const claimsOf = ({ routes, actions = [], textFiles = [], fragments = [] }: ReleaseManifest): Claims => ({
  paths: [...routes.map(({ path }) => path), ...actions, ...textFiles.map(({ path }) => path)],
  cookies: [...new Set([...routes, ...fragments].flatMap(({ cookies = [] }) => cookies))],
});

/** Returns the claims of a deployment in the registry. */
export const claimsIn = ({ routes, actions = [], textFiles = [], cookies = [] }: Deployment['extras']): Claims => ({
  paths: [...routes, ...actions, ...textFiles],
  cookies,
});

/** A release that claims paths and cookies. */
export interface Claimant {
  app: string;
  version: string;
  claims: Claims;
}

const refused = ({ app, version }: Claimant, why: string, refusal: 'not-pinned' | 'unfit'): ReleaseError =>
  new ReleaseError(`${app} ${version} claims ${why}`, { refusal });

/** Paths of the composer itself, which no page can have. */
const RESERVED = /^\/(api|healthz|readyz|metrics|robots\.txt|sitemap\.xml|favicon\.(svg|ico)|_[^/]*)(\/|$)/;

export const isReserved = (path: string): boolean => RESERVED.test(path);

/**
 * @param own pins of the app, if any
 * @param where what to change, for the message
 * @throws ReleaseError when a release claims a reserved path, or more than its pins allow
 */
export function refuseUnpinned(claimant: Claimant, own: AppPins | undefined, where: string): void {
  const { paths, cookies } = claimant.claims;
  const reserved = paths.find(isReserved);
  if (reserved) throw refused(claimant, `${reserved}, the site's own.`, 'not-pinned');
  const path = own?.paths && paths.find((one) => !own.paths?.some((pinned) => matchRoute(pinned, one)));
  if (path) throw refused(claimant, `${path}, which is not pinned to it. ${where}`, 'not-pinned');
  const cookie = own?.cookies && cookies.find((one) => !own.cookies?.includes(one));
  if (cookie) throw refused(claimant, `the cookie "${cookie}", which is not pinned to it. ${where}`, 'not-pinned');
}

/** Owners of claims: each path and cookie has one. */
export class Owners {
  /** Paths by first segment, because a hundred apps are compared with all others. */
  private readonly paths = new Map<string, { path: string; owner: string }[]>();
  private readonly cookies = new Map<string, string>();

  add(owner: string, { paths, cookies }: Claims): void {
    for (const path of paths) {
      const first = firstOf(path);
      const known = this.paths.get(first);
      if (known) known.push({ path, owner });
      else this.paths.set(first, [{ path, owner }]);
    }
    for (const cookie of cookies) this.cookies.set(cookie, owner);
  }

  /** @param pinned where owners are pinned, for the message; none for live claims @throws ReleaseError naming claim and owner */
  refuseForeign(claimant: Claimant, pinned?: string): void {
    const { app, claims } = claimant;
    const foreign = (what: string, owner: string) =>
      refused(
        claimant,
        `${what} ${owner}'s. ${pinned ?? `Release ${owner} without it first.`}`,
        pinned ? 'not-pinned' : 'unfit',
      );
    for (const path of claims.paths) {
      const taken = this.near(path).find((one) => one.owner !== app && routesOverlap(one.path, path));
      if (taken) throw foreign(`${path}, but ${taken.path} is`, taken.owner);
    }
    for (const cookie of claims.cookies) {
      const owner = this.cookies.get(cookie);
      if (owner !== undefined && owner !== app) throw foreign(`the cookie "${cookie}", which is`, owner);
    }
  }

  /** Returns claims that may overlap with a path. */
  private near(path: string): { path: string; owner: string }[] {
    const first = firstOf(path);
    if (first === PARAMETER) return [...this.paths.values()].flat();
    return [...(this.paths.get(first) ?? []), ...(this.paths.get(PARAMETER) ?? [])];
  }
}

const PARAMETER = ':';

const firstOf = (path: string): string => {
  const [, first = ''] = path.split('/');
  return first.startsWith(PARAMETER) ? PARAMETER : first;
};

/**
 * Returns why an app cannot have a name; undefined when it can. `/api/{app}/…`, its back end, must not hide the site's API.
 * @param apiPaths first segments of the site's API
 */
export function whyNoAppName(name: string, apiPaths: readonly string[] = []): string | undefined {
  const isTaken = PRIVATE_API_NAMES.includes(name) || apiPaths.includes(name);
  return isTaken ? `/api/${name} is the site's own API: choose another name than ${name}` : undefined;
}
