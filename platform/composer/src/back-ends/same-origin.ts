import type { IncomingMessage } from 'node:http';

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '');

/**
 * Whether a page of this site sent a request. A browser says so with every form: without a word of it nobody is believed.
 * @param siteOrigin as the settings name it
 */
export function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, siteOrigin: string): boolean {
  const { origin } = headers;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (origin === undefined) return fetchSite === 'same-origin';
  return origin === siteOrigin || (headers.host !== undefined && hostOf(origin) === headers.host);
}
