import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ReleaseSet, setId } from '../../releases/release-set';

/** Paths during development only. */
export const RELOAD_SCRIPT = '/_dev/reload.js';
const RELOAD_EVENTS = '/_dev/events';

const POLL_MS = 100;

/** Changes with each start of the composer, which rereads the site's files. */
const COMPOSER = randomUUID();

const SCRIPT = `(() => {
  let composer = '';
  new EventSource('${RELOAD_EVENTS}').onmessage = ({ data }) => {
    if (composer && composer !== data) location.reload();
    composer = data;
  };
})();
`;

/** Reloads the pages of a developer when a release or the composer changes. @returns false for any other path */
export function serveDevReload(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  currentSet: () => ReleaseSet,
): boolean {
  if (path === RELOAD_SCRIPT) {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' });
    response.end(SCRIPT);
    return true;
  }
  if (path !== RELOAD_EVENTS) return false;
  // The stream may be silent for hours.
  response.setTimeout(0);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('retry: 500\n\n');
  let sent = '';
  let seen = '';
  const tell = () => {
    const now = `${COMPOSER} ${setId(currentSet().apps)}`;
    // When several apps are promoted in a row, the page reloads once, after the last.
    if (now !== sent && (sent === '' || now === seen)) {
      response.write(`data: ${now}\n\n`);
      sent = now;
    }
    seen = now;
  };
  tell();
  const timer = setInterval(tell, POLL_MS);
  request.on('close', () => clearInterval(timer));
  return true;
}
