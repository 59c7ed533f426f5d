/* Which page an address is: the route that it matches, and the path and query by which the page is known. */

/** Values of the `:name` segments of a route pattern, decoded. */
export type RouteParams = Record<string, string>;

/** A pattern has 200 characters at most: what more a path has fits none, and is held against each of hundreds. */
const segments = (path: string): string[] => path.split('/', 202).filter(Boolean);

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The part of a page that a hash such as `#fees` names; it may hold a percent sign that encodes nothing. */
export const partOf = <Part>(page: { getElementById(id: string): Part | null }, hash: string): Part | null =>
  page.getElementById(decode(hash.slice(1)) ?? hash.slice(1));

/** Whether a click on a link leads this very window to its address: nobody has answered it, and it asks for no other window. */
export const isPlain = (event: MouseEvent): boolean =>
  !(event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Whether a host is this machine: what is sent there crosses no network. */
export const isOwnMachine = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** A program's private port, where no setting names one: 3010 for 3000. Any free port beside any free port. */
export const privatePortBeside = (port: number): number => (port === 0 ? 0 : Math.min(port + 10, 65_535));

/**
 * Matches a path such as `/posts/linen` against a pattern such as `/posts/:slug`; a trailing slash makes no difference.
 * @returns the parameters, or undefined when the path is another page's or cannot be decoded.
 */
export function matchRoute(pattern: string, path: string): RouteParams | undefined {
  const wanted = segments(pattern);
  const given = segments(path);
  if (wanted.length !== given.length) return undefined;
  const params: RouteParams = {};
  for (const [index, want] of wanted.entries()) {
    const value = decode(given[index] ?? '');
    if (value === undefined) return undefined;
    if (want.startsWith(':')) params[want.slice(1)] = value;
    else if (want !== value) return undefined;
  }
  return params;
}

/** A route that no address reaches, because an earlier one takes them all. The first that matches counts, everywhere. */
export function hiddenRoute(patterns: readonly string[]): { hidden: string; by: string } | undefined {
  for (const [index, hidden] of patterns.entries()) {
    const by = patterns.slice(0, index).find((earlier) => matchRoute(earlier, hidden));
    if (by !== undefined) return { hidden, by };
  }
  return undefined;
}

/**
 * Whether two patterns claim the same: some path matches both, or one lies beneath the other's parameters. What is beneath
 * `/posts/:slug` is a post's; beneath a plain `/posts` others may have pages.
 */
export function routesOverlap(one: string, other: string): boolean {
  const [upper = [], lower = []] = [segments(one), segments(other)].sort((left, right) => left.length - right.length);
  const isParameter = (segment = ''): boolean => segment.startsWith(':');
  const fits = upper.every(
    (segment, index) => segment === lower[index] || isParameter(segment) || isParameter(lower[index]),
  );
  return fits && (upper.length === lower.length || upper.some(isParameter));
}

/** Parameters that only tell where a visitor came from: they never make another page. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/;

/** A longer value is nothing that a page of ours asks for. `/success` shows its id whatever it holds. */
const LONGEST_VALUE = 2_000;

/**
 * Path and query of a page, by which it is made, cached and known: two addresses that differ otherwise are one page.
 * @param query names of the parameters that the page's route reads; undefined when the release does not tell
 */
export function pageAddress({ pathname, search, searchParams }: URL, query: readonly string[] | undefined): string {
  if (!search) return pathname;
  const kept = new URLSearchParams();
  for (const name of query ?? new Set(searchParams.keys())) {
    const value = searchParams.get(name);
    if (value !== null && value.length <= LONGEST_VALUE && !TRACKING.test(name)) kept.append(name, value);
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}

/** A path as every link of ours writes it; undefined when it cannot be decoded. */
export function canonicalPath(path: string): string | undefined {
  try {
    return `/${segments(path)
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')}`;
  } catch {
    return undefined;
  }
}
