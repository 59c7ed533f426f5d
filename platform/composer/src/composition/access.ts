import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isDeveloper } from '../settings/developer-access';
import type { Settings } from '../settings/settings';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer …`, or `?token=…` for a browser. */
const givenToken = (request: IncomingMessage, url: URL): string =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('token') ?? '';

/** Whether somebody may see how pages are put together: a developer outside production, else who has the token. */
export function mayInspect(
  request: IncomingMessage,
  url: URL,
  settings: Pick<Settings, 'NODE_ENV' | 'DEVELOPER_ACCESS' | 'COMPOSITION_TOKEN'>,
): boolean {
  if (isDeveloper(request, settings)) return true;
  const { COMPOSITION_TOKEN } = settings;
  return COMPOSITION_TOKEN !== '' && timingSafeEqual(digest(givenToken(request, url)), digest(COMPOSITION_TOKEN));
}
