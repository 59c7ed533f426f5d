import { escapeHtml } from '@wholepage/page-rules/escape-html';
import type { FastifyRequest } from 'fastify';
import type { SignInContext } from './context';

/** Whether a person reads the answer: a browser that goes to an address asks for a page, a script does not. */
export const wantsPage = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

/** A page that says in one sentence why there is no other. */
export const failurePage = (
  { title, assets }: Pick<SignInContext, 'title' | 'assets'>,
  message: string,
): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Not available · ${escapeHtml(title)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${escapeHtml(assets.styles)}">
</head>
<body class="sign-in">
  <main>
    <h1>${escapeHtml(title)} cannot show this page</h1>
    <p role="alert">${escapeHtml(message)}</p>
    <p><a class="button" href="">Try again</a></p>
    <p><a href="/">To the first page</a></p>
  </main>
</body>
</html>
`;
