import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer …`, or `?token=…` for a browser. */
const givenToken = (request: IncomingMessage, url: URL): string =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('token') ?? '';

/** Whether somebody may see how pages are put together: anybody outside production, else who has the token. */
export function mayInspect(
  request: IncomingMessage,
  url: URL,
  { NODE_ENV, COMPOSITION_TOKEN }: { NODE_ENV: string; COMPOSITION_TOKEN: string },
): boolean {
  if (NODE_ENV !== 'production') return true;
  return COMPOSITION_TOKEN !== '' && timingSafeEqual(digest(givenToken(request, url)), digest(COMPOSITION_TOKEN));
}
