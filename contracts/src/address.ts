/** Parameters that only tell where a visitor came from: they never make another page. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/;

/** The same address without what only tells where the visitor came from. */
export function withoutTracking(url: URL): URL {
  if (!url.search) return url;
  const clean = new URL(url);
  for (const name of [...clean.searchParams.keys()]) if (TRACKING.test(name)) clean.searchParams.delete(name);
  return clean;
}

/** Path and query of a page, by which it is cached and known. */
export function pageAddress(url: URL): string {
  const { pathname, search } = withoutTracking(url);
  return pathname + search;
}
