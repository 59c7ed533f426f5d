import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReleaseSet } from '../../releases/release-set';

/** Paths that exist while developing only. */
export const RELOAD_SCRIPT = '/_dev/reload.js';
const RELOAD_EVENTS = '/_dev/events';

const POLL_MS = 100;

const SCRIPT = `new EventSource('${RELOAD_EVENTS}').onmessage = () => location.reload();\n`;

/** Reloads the pages of a developer when a release changes. @returns false for any other path */
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
  // Nothing may be changed for hours.
  response.setTimeout(0);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('retry: 500\n\n');
  const shown = currentSet().id;
  let seen = shown;
  const timer = setInterval(() => {
    const { id } = currentSet();
    // Several apps may be promoted one after the other: one reload, when no more come.
    if (id !== shown && id === seen) response.end('data: reload\n\n');
    seen = id;
  }, POLL_MS);
  request.on('close', () => clearInterval(timer));
  return true;
}
