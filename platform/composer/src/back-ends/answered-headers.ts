import type { IncomingHttpHeaders } from 'node:http';
import { endToEndHeaders } from '../http/proxy/forward-headers';
import { securityHeaders } from '../http/response/security-headers';

/**
 * What a back end may say of its own answer. All other headers decide about the whole site, or about the proxy before it:
 * `Clear-Site-Data`, `Strict-Transport-Security`, `Service-Worker-Allowed`, `X-Accel-Redirect` and their like.
 */
const OF_AN_ANSWER = new Set([
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'vary',
]);

/** A document of a back end has the origin of the site: it may show and post forms, and runs no script. */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of a back end's answer as a visitor gets them, cookies left out. */
export function answeredHeaders(given: IncomingHttpHeaders): Record<string, string | string[]> {
  const own = Object.entries(endToEndHeaders(given)).filter(([name]) => OF_AN_ANSWER.has(name));
  return {
    'cache-control': 'no-store',
    ...Object.fromEntries(own),
    ...securityHeaders(String(given['content-type'])),
    'content-security-policy': DOCUMENT_POLICY,
  };
}
