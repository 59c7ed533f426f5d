import { escapeHtml } from '@wholepage/page-rules/escape-html';
import type { FastifyRequest } from 'fastify';
import type { SignInContext } from './context';
import { wholePage } from './whole-page';

/** Whether a person reads the answer: a browser that goes to an address asks for a page, a script does not. */
export const wantsPage = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

/** A page that says in one sentence why there is no other. */
export const failurePage = (context: Pick<SignInContext, 'title' | 'assets'>, message: string): string =>
  wholePage(context, {
    name: 'Not available',
    main: `<h1>${escapeHtml(context.title)} cannot show this page</h1>
    <p role="alert">${escapeHtml(message)}</p>
    <p><a class="button" href="">Try again</a></p>
    <p><a href="/">To the first page</a></p>`,
  });
