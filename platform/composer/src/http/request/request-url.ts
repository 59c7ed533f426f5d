import type { IncomingMessage } from 'node:http';
import { PRIVATE_API_NAMES } from '@wholepage/contracts/release';

const SLASH = 47;
const MAX_URL_LENGTH = 4_096;

/** The address cannot be read (400) or is too long (414). */
type BadUrl = { status: 400 | 414 };

/** A request may name the whole address (RFC 9112, section 3.2.2); whose site it is, this server knows. */
const AUTHORITY = /^https?:\/\/[^/?#\\]+(?=\/)/i;

const isDecodable = (path: string): boolean => {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
};

/** The address asked for, or why it cannot be: too long, not decodable, not a path. */
export function parseRequestUrl(asked: string, origin: string): URL | BadUrl {
  if (asked.length > MAX_URL_LENGTH) return { status: 414 };
  const raw = asked.replace(AUTHORITY, '');
  if (!raw.startsWith('/') || raw.startsWith('//') || raw.includes('\\')) {
    return { status: 400 };
  }
  const url = new URL(raw, origin);
  // `/.//other.example/` is a path to us, but another site to who is sent there.
  if (url.pathname.startsWith('//')) return { status: 400 };
  if (!isDecodable(url.pathname)) return { status: 400 };
  return url;
}

/** A pattern for this reads a path of very many slashes once for each. @returns `/` for a path of nothing else */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  return path.slice(0, end);
}

/** Whether a request names more than one host (RFC 9112, section 3.2): whoever reads it first believes the one, the next the other. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

const PRIVATE: ReadonlySet<string> = new Set(PRIVATE_API_NAMES);

/** As the receiver reads it: decoded, in any letters, up to whatever ends a word there. */
const firstWord = (path: string): string =>
  decodeURIComponent(path)
    .toLowerCase()
    .split(/[/\\;?#]/)
    .find((word) => word !== '') ?? '';

/**
 * Whether an address of the API is not for visitors, nor for guests.
 * @param path without the prefix under which visitors know the API
 */
export function isPrivatePath(path: string): boolean {
  try {
    return PRIVATE.has(firstWord(path));
  } catch {
    // What cannot be decoded here is decoded by nobody.
    return true;
  }
}
