import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { matchRoute } from '@wholepage/page-rules/address';
import { boundedMap } from '@wholepage/releases/store/store';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { getPublicSuffix } from 'tldts';
import { sitemapOf } from '../../site/definition';
import type { Check, Fault } from '../check';
import { type ApiState, AT_ONCE, type GateSite, UNKNOWN, unknownPath } from '../site';

function* faultsAt({ path: where, ...address }: AskedAddress, api: ApiState): Generator<Fault> {
  const { listed, status, ms, noindex, policy, errors } = address;
  const fault = (what: string, todo: string): Fault => ({ where, what, todo });
  // While the API is down, the answer says nothing about the release.
  if (api !== 'down') {
    for (const error of errors) yield fault(error, 'Open it: npm run dev; the composer logs where it failed.');
    if (listed && status !== 200)
      yield fault(
        `It is listed for search engines and answers ${status}.`,
        'Mend the page, or take it from the sitemap.',
      );
    if (listed && noindex)
      yield fault('It is listed for search engines and tells them to leave it out.', 'Decide for one.');
  }
  if (where.endsWith(UNKNOWN) && status === 200 && !noindex)
    yield fault('There is no such page, and it answers 200.', 'Answer 404, or say `noindex` in the head.');
  if (ms > SLOW_MS) {
    const allowed = `${SLOW_MS / 1000} s are allowed`;
    yield fault(`It takes ${(ms / 1000).toFixed(1)} s; ${allowed}.`, 'Load less, or compute it when built.');
  }
  for (const origin of wideOrigins(policy))
    yield fault(`It allows ${origin}, which is anybody's.`, 'Name the hosts, in `allow` of the page.');
}

export const addresses: Check = {
  name: 'addresses',
  holds: 'every address of the sitemap is answered well and quickly, and one that there is not by 404',
  async *run(context) {
    const { own, left } = await context.addresses();
    const { api } = await context.site();
    if (left) context.note(`${left} addresses of the sitemap were not asked for.`);
    for (const address of own) yield* faultsAt(address, api);
  },
};

/**
 * Origins of a Content-Security-Policy that belong to more than one owner. They are `https:`, `*`, and wildcards for a
 * suffix under which anybody can have a name (`*.com`, `*.co.uk`, `*.github.io`).
 */
export function wideOrigins(policy: string): string[] {
  const sources = policy.split(';').flatMap((directive) => directive.trim().split(/\s+/).slice(1));
  const isWide = (source: string): boolean => {
    if (/^(\*|https?:|wss?:|data:|blob:)$/.test(source)) return /^(\*|https?:|wss?:)$/.test(source);
    const [, host] = /^(?:\w+:\/\/)?\*\.([\w.-]+)/.exec(source) ?? [];
    return host !== undefined && getPublicSuffix(`a.${host}`, { allowPrivateDomains: true }) === host;
  };
  return [...new Set(sources.filter(isWide))];
}

/** The most addresses that are requested; the rest are only counted. */
const MOST = 400;
const TIMEOUT_MS = 15_000;
/** An answer that takes longer is requested again, from a composer that has not rendered the page yet. */
export const SLOW_MS = 1_500;

export interface PlacedFragment {
  of: string;
  /** JSON; empty for none. */
  props: string;
  state: string;
}

export interface AskedAddress {
  path: string;
  /** True when the sitemap lists the address; false for a made-up one. */
  listed: boolean;
  status: number;
  /** The response time in milliseconds; the shorter of two where the first was slow. */
  ms: number;
  noindex: boolean;
  /** The page's Content-Security-Policy. */
  policy: string;
  html: string;
  fragments: PlacedFragment[];
  /** The reasons why its renders failed. */
  errors: string[];
}

export type AskedAddresses = Awaited<ReturnType<typeof askAddresses>>;

type Node = DefaultTreeAdapterTypes.Node;

const elementsIn = (node: Node): DefaultTreeAdapterTypes.Element[] =>
  'childNodes' in node
    ? node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []))
    : [];

export function readHtml(html: string): Pick<AskedAddress, 'noindex' | 'fragments'> {
  const elements = elementsIn(parse(html));
  const value = (element: DefaultTreeAdapterTypes.Element, name: string) =>
    element.attrs.find((attribute) => attribute.name === name)?.value ?? '';
  return {
    noindex: elements.some(
      (one) => one.tagName === 'meta' && value(one, 'name') === 'robots' && /noindex/.test(value(one, 'content')),
    ),
    fragments: elements
      .filter(({ tagName }) => tagName === FRAGMENT_ELEMENT)
      .map((one) => ({
        of: value(one, FRAGMENT_ATTRIBUTES.of),
        props: value(one, FRAGMENT_ATTRIBUTES.props),
        state: value(one, FRAGMENT_ATTRIBUTES.state),
      })),
  };
}

const timed = async (url: string) => {
  const began = performance.now();
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const html = await response.text();
  return { response, html, ms: performance.now() - began };
};

export const fragmentsOf = async (origin: string, path: string): Promise<PlacedFragment[]> =>
  readHtml((await timed(origin + path)).html).fragments;

async function ask({ composer, withoutApi }: GateSite, path: string, listed: boolean): Promise<AskedAddress> {
  const { response, html, ms } = await timed(composer.origin + path);
  const again = ms > SLOW_MS ? await timed(withoutApi.origin + path) : undefined;
  return {
    path,
    listed,
    status: response.status,
    ms: Math.min(ms, again?.ms ?? ms),
    policy: response.headers.get('content-security-policy') ?? '',
    html,
    errors: composer.renderErrors(path),
    ...readHtml(html),
  };
}

/**
 * Requests each address of the site once, the candidate's first, and one missing address of each pattern.
 * @returns the answers at the candidate's routes, those at other live pages, and the number of addresses beyond the limit
 */
export async function askAddresses(site: GateSite, { routes }: ReleaseManifest) {
  const isOwn = (path: string) => routes.some((route) => matchRoute(route.path, path));
  const listed = [
    ...new Set([...routes.flatMap(({ sitemap }) => sitemap), ...(await sitemapOf(site.composer.origin))]),
  ];
  const unlisted = routes.map(unknownPath).filter((address) => !listed.includes(address));
  const sorted = [...listed.filter(isOwn), ...listed.filter((path) => !isOwn(path))];
  const all = [...unlisted.map((path) => [path, false] as const), ...sorted.map((path) => [path, true] as const)];
  const asked = await boundedMap(all.slice(0, MOST), AT_ONCE, ([path, isListed]) => ask(site, path, isListed));
  return {
    own: asked.filter(({ path }) => isOwn(path)),
    others: asked.filter(({ path }) => !isOwn(path)),
    left: Math.max(0, all.length - MOST),
  };
}
