const MAX_URL_LENGTH = 4_096;

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
