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
    const segments = path.split('/').filter(Boolean);
    return `/${segments.map((segment) => encodeURIComponent(decodeURIComponent(segment))).join('/')}`;
  } catch {
    return undefined;
  }
}
