import * as z from 'zod';
import { ReleaseError } from '../errors';
import { isReserved, overlap } from '../steps/routes';
import type { AppPins, Pins } from './pins';

/** What a release wants of the site for its app alone. */
export interface Claims {
  paths: readonly string[];
  cookies: readonly string[];
}

const withCookies = z.looseObject({ cookies: z.array(z.string()).default([]) });
const claimsSchema = z.looseObject({
  routes: z.array(z.looseObject({ path: z.string(), cookies: z.array(z.string()).default([]) })).default([]),
  actions: z.array(z.string()).default([]),
  fragments: z
    .union([z.array(withCookies), z.record(z.string(), withCookies)])
    .default([])
    .transform((fragments) => Object.values(fragments)),
});

/** What a manifest claims: paths of routes and actions, and cookies of routes and fragments. */
export function claimsOf(manifest: object): Claims {
  const { routes, actions, fragments } = claimsSchema.parse(manifest);
  return {
    paths: [...routes.map(({ path }) => path), ...actions],
    cookies: [...new Set([...routes, ...fragments].flatMap(({ cookies }) => cookies))],
  };
}

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Whether every path of a route pattern belongs to a pinned one. `/posts/:slug` covers all posts; `/posts/*` covers `/posts`
 * and all that is beneath it.
 */
export function covers(pinned: string, route: string): boolean {
  const wanted = segments(route);
  const parts = segments(pinned);
  const isOpen = parts.at(-1) === '*';
  if (isOpen) parts.pop();
  if (isOpen ? wanted.length < parts.length : wanted.length !== parts.length) return false;
  return parts.every((part, index) => part.startsWith(':') || part === wanted[index]);
}

/** What another app's pins say against claims, to follow the name of the release. */
const foreign = (pins: Pins, app: string, { paths, cookies }: Claims): string | undefined => {
  for (const [owner, { paths: theirs = [], cookies: theirCookies = [] }] of pins.others(app)) {
    for (const path of paths) {
      const taken = theirs.find((pinned) => covers(pinned, path) || overlap(pinned, path));
      if (taken) return `claims ${path}, but ${taken} is pinned to ${owner}`;
    }
    const cookie = cookies.find((one) => theirCookies.includes(one));
    if (cookie) return `claims the cookie "${cookie}", which is pinned to ${owner}`;
  }
  return undefined;
};

const unpinned = ({ paths, cookies }: AppPins, claims: Claims): string | undefined => {
  const path = paths && claims.paths.find((one) => !paths.some((pinned) => covers(pinned, one)));
  if (path) return `claims ${path}, which is not pinned to it`;
  const cookie = cookies && claims.cookies.find((one) => !cookies.includes(one));
  return cookie && `claims the cookie "${cookie}", which is not pinned to it`;
};

/** @param where what to change, for the message @throws ReleaseError when a release claims what is not its app's */
export function refuseUnpinned(pins: Pins, app: string, version: string, claims: Claims, where: string): void {
  const reserved = claims.paths.find(isReserved);
  if (reserved)
    throw new ReleaseError(`${app} ${version} claims ${reserved}, the site's own.`, { refusal: 'not-pinned' });
  const own = pins.app(app);
  const why = (own && unpinned(own, claims)) ?? foreign(pins, app, claims);
  if (why) throw new ReleaseError(`${app} ${version} ${why}. ${where}`, { refusal: 'not-pinned' });
}
