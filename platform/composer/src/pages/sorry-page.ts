import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendText } from '../http/response/send';
import type { LoadedRelease } from '../releases/release-set';
import { styleSheets, unlistedDocument } from './document/document';

/** Sends the page for when neither the layout nor an earlier page is available. */
export function sendSorry(request: IncomingMessage, response: ServerResponse, shell: LoadedRelease | undefined): void {
  const styles = shell ? styleSheets({ manifest: shell.manifest, css: shell.manifest.entry.css }) : [];
  const html = unlistedDocument('en', 'One moment, please', styles, [
    '<body>',
    '<main>',
    '<h1>One moment, please</h1>',
    '<p>This page cannot be made just now. <a href="">Try again</a> in a moment, or go to the <a href="/">home page</a>.</p>',
    '</main>',
  ]);
  sendText(request, response, 503, html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    'retry-after': '2',
  });
}
