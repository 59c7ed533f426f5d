import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../settings/settings';

const ANY = '*';

/** API calls that a page of another origin may make: those that change nothing. */
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Which pages of other origins may read release files, the site's settings, and what the API says to everybody. */
export class ForeignOrigins {
  constructor(private readonly allowed: Settings['FEDERATION_ORIGINS']) {}

  /**
   * Headers that let the asking page read an answer, always without cookies: `Access-Control-Allow-Credentials` is never sent.
   * @returns none where no other origin is let in
   */
  headers(request: IncomingMessage): Record<string, string> {
    if (this.allowed === ANY)
      return { 'access-control-allow-origin': ANY, 'cross-origin-resource-policy': 'cross-origin' };
    if (this.allowed.length === 0) return {};
    const { origin } = request.headers;
    // Scripts of pages that ask without CORS say no origin, and a cache keeps one answer for all who ask so.
    const read = { vary: 'origin', 'cross-origin-resource-policy': 'cross-origin' };
    return origin && this.allowed.includes(origin) ? { ...read, 'access-control-allow-origin': origin } : read;
  }

  /** Headers of an answer of the API; undefined when this is not a read by a page of another origin. */
  ofApi(request: IncomingMessage): Record<string, string> | undefined {
    const { origin } = request.headers;
    if (!origin || !isRead(request)) return undefined;
    const headers = this.headers(request);
    return headers['access-control-allow-origin'] ? headers : undefined;
  }
}
