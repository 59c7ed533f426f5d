import type { IncomingMessage, ServerResponse } from 'node:http';
import { REMOTE_PATH } from './stage-page';

const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Whether pages of this origin may use what is being developed: a site on this machine, or the one that `SITE_ORIGIN` names. */
const isSite = (origin: string): boolean => OWN_MACHINE.test(origin) || origin === process.env.SITE_ORIGIN;

/** Headers by which a remote in development can be laid over a site: `?override=articles@http://localhost:3003`. */
export function siteHeaders(
  { url = '', headers }: IncomingMessage,
  _response?: ServerResponse,
): Record<string, string> {
  const { origin } = headers;
  if (!url.startsWith(REMOTE_PATH) || !origin || !isSite(origin)) return {};
  return { 'access-control-allow-origin': origin, vary: 'origin' };
}
