const MAX_URL_LENGTH = 4_096;
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/;

/** Why a request's address was refused. */
export type BadUrl = { status: 400 | 414; text: string };

const isDecodable = (path: string): boolean => {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
};

/** The address asked for, or why it cannot be: too long, not decodable, not a path. */
export function parseRequestUrl(raw: string, origin: string): URL | BadUrl {
  if (raw.length > MAX_URL_LENGTH) return { status: 414, text: 'This address is too long.' };
  if (!raw.startsWith('/') || raw.startsWith('//') || raw.includes('\\')) {
    return { status: 400, text: 'This is not an address of this site.' };
  }
  const url = new URL(raw, origin);
  if (!isDecodable(url.pathname)) return { status: 400, text: 'This address cannot be read.' };
  return url;
}

/** The same page without what only tells where the visitor came from: it is cached once. */
export function withoutTracking(url: URL): URL {
  if (!url.search) return url;
  const clean = new URL(url);
  for (const name of [...clean.searchParams.keys()]) if (TRACKING.test(name)) clean.searchParams.delete(name);
  return clean;
}
