/* Addresses of pages: matching routes, and the path and query that identify a page. */

/** Values of the `:name` segments of a route pattern, decoded. */
export type RouteParams = Record<string, string>;

/** Splits a path, bounded: a pattern has at most 200 characters, and a long path would be compared with hundreds. */
const segments = (path: string): string[] => path.split('/', 202).filter(Boolean);

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** Returns the element that a hash such as `#fees` names; the hash may be no valid percent-encoding. */
export const partOf = <Part>(page: { getElementById(id: string): Part | null }, hash: string): Part | null =>
  page.getElementById(decode(hash.slice(1)) ?? hash.slice(1));

/** Whether a click on a link navigates this window: no listener prevented it, and it asks for no other window. */
export const isPlain = (event: MouseEvent): boolean =>
  !(event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Whether a host is this machine, so that requests cross no network. */
export const isOwnMachine = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Returns a program's default private port: 3010 for 3000; any free port (0) for 0. */
export const privatePortBeside = (port: number): number => (port === 0 ? 0 : Math.min(port + 10, 65_535));

/**
 * Matches a path such as `/posts/linen` against a pattern such as `/posts/:slug`; a trailing slash makes no difference.
 * @returns the parameters; undefined when the path does not match or cannot be decoded
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

/** Finds a route that no address reaches, because an earlier one matches all of them. The first match counts everywhere. */
export function hiddenRoute(patterns: readonly string[]): { hidden: string; by: string } | undefined {
  for (const [index, hidden] of patterns.entries()) {
    const by = patterns.slice(0, index).find((earlier) => matchRoute(earlier, hidden));
    if (by !== undefined) return { hidden, by };
  }
  return undefined;
}

/**
 * Whether two patterns overlap: some path matches both, or one is below the other's parameters. Paths below
 * `/posts/:slug` belong to the post; below a plain `/posts` others may have pages.
 */
export function routesOverlap(one: string, other: string): boolean {
  const [upper = [], lower = []] = [segments(one), segments(other)].sort((left, right) => left.length - right.length);
  const isParameter = (segment = ''): boolean => segment.startsWith(':');
  const fits = upper.every(
    (segment, index) => segment === lower[index] || isParameter(segment) || isParameter(lower[index]),
  );
  return fits && (upper.length === lower.length || upper.some(isParameter));
}

/** Parameters of campaigns, which never make another page. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/;

/** Longest value of a query parameter: no page reads longer ones. `/success` shows its id in any case. */
const LONGEST_VALUE = 2_000;

/**
 * Returns the path and query that identify a page: addresses that differ otherwise are the same page.
 * @param query parameters that the page's route reads; undefined when the release does not declare them
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

/** Returns a path in the form that links use; undefined when it cannot be decoded. */
export function canonicalPath(path: string): string | undefined {
  try {
    return `/${segments(path)
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')}`;
  } catch {
    return undefined;
  }
}
