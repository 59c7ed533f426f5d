import { withoutRow } from '@wholepage/database/errors';
import { isAway } from '@wholepage/database/is-away';
import { escapeHtml } from '@wholepage/page-rules/html';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ZodError } from 'zod';
import { RefusedError } from './errors';
import { LINK_MINUTES } from './lifetimes';
import { acceptLink } from './people';
import type { SignInContext, SignInOptions } from './plugin';
import { completeSignIn, FEW, pathWithin, SOME } from './sessions';

const querySchema = z.object({
  token: z.string().max(100).optional(),
  next: z.string().optional(),
  problem: z.string().max(20).optional(),
});
const formSchema = z.object({ token: z.string().max(100), next: z.string().optional() });

export function linkRoutes(app: FastifyInstance, context: SignInContext): void {
  const { settings, pool } = context;

  app.get('/sign-in', { config: { access: 'public', ...SOME } }, async (request, reply) => {
    const { token, next, problem } = querySchema.catch({}).parse(request.query);
    return reply
      .type('text/html; charset=utf-8')
      .send(signInPage(context, { token, next: pathWithin(settings.origin, next), problem }));
  });

  // A link is used by a POST, not by opening its address, so that link scanners, as in mail servers, do not use it up.
  app.post('/sign-in', { config: { access: 'public', ...FEW } }, async (request, reply) => {
    const { token, next } = formSchema.parse(request.body);
    const person = settings.openId ? undefined : await acceptLink(pool, token);
    if (!person) return reply.redirect('/sign-in?problem=link', 303);
    await completeSignIn(context, request, reply, { person, method: 'invitation' });
    return reply.redirect(pathWithin(settings.origin, next), 303);
  });
}

const PROBLEMS: Readonly<Record<string, string>> = {
  link: `This link was used before, is older than ${LINK_MINUTES} minutes, or your access has ended. Ask for a new one.`,
  provider: 'The identity provider did not confirm who you are. Try again.',
  rights: 'You are known to the identity provider, but none of your groups may use this service.',
  ended: 'Your access was ended. Somebody who manages people here can open it again.',
  other: 'You are somebody else than the person who has to confirm. Sign in as that person.',
  out: 'You are signed out.',
};

type PageState = z.output<typeof querySchema> & { next: string };

const linkForm = (token: string, next: string): string => `
    <form method="post" action="/sign-in" data-link>
      <input type="hidden" name="token" value="${escapeHtml(token)}">
      <input type="hidden" name="next" value="${escapeHtml(next)}">
      <button type="submit">Sign in with this link</button>
    </form>`;

const providerLink = (next: string): string => `
    <p><a class="button" href="/sign-in/openid?next=${escapeHtml(encodeURIComponent(next))}">Sign in with your organisation</a></p>`;

const passkey = (command: string, next: string): string => `
    <p><button type="button" data-passkey="${escapeHtml(next)}">Sign in with a passkey</button></p>
    <p data-failure role="alert" hidden></p>
    <p>Without a passkey you need a link: <code>${escapeHtml(command)} link NAME</code> prints one.</p>`;

/** The sign-in page. It works without scripts, except for passkeys. */
function signInPage(context: SignInContext, { token, next, problem }: PageState): string {
  const { settings } = context;
  const sentence = problem && Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined;
  const ways = settings.openId
    ? providerLink(next)
    : (token ? linkForm(token, next) : '') + passkey(context.command, next);
  const said = sentence ? `\n    <p role="status">${escapeHtml(sentence)}</p>` : '';
  const main = `<h1>Sign in to ${escapeHtml(context.title)}</h1>${said}${ways}`;
  return signInDocument(context, 'Sign in', main, context.assets.script);
}

interface Page {
  title: string;
  styles: string;
  script?: string;
  body: string;
}

export const documentOf = ({ title, styles, script, body }: Page): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(title)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${escapeHtml(styles)}">${script ? `\n  <script type="module" src="${escapeHtml(script)}"></script>` : ''}
</head>
${body}
</html>
`;

/** A page outside the service's client. It needs neither a session nor the database. */
const signInDocument = (
  { title, assets: { styles } }: Pick<SignInContext, 'title' | 'assets'>,
  name: string,
  main: string,
  script?: string,
): string =>
  documentOf({
    title: `${name} · ${title}`,
    styles,
    ...(script && { script }),
    body: `<body class="sign-in">\n  <main>\n    ${main}\n  </main>\n</body>`,
  });

/** True when a person reads the response: a browser that opens an address or sends a form accepts HTML, a script does not. */
const wantsPage = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '');

const failurePage = (context: Pick<SignInContext, 'title' | 'assets'>, message: string): string =>
  signInDocument(
    context,
    'Not available',
    `<h1>${escapeHtml(context.title)} cannot show this page</h1>
    <p role="alert">${escapeHtml(message)}</p>
    <p><a class="button" href="">Try again</a></p>
    <p><a href="/">To the first page</a></p>`,
  );

const AWAY = 'The database cannot be reached now. What you typed is still here; try again in a minute.';
const UNKNOWN = 'Something went wrong here. It is in the log; try again.';

type Answer = Pick<RefusedError, 'status' | 'message'> & { code?: RefusedError['code'] };

function answerTo(error: FastifyError | Error, explain: SignInOptions['explain']): Answer {
  if (error instanceof RefusedError) return { status: error.status, message: error.message, code: error.code };
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return { status: 400, message: `"${issue?.path.join('.')}" is not usable: ${issue?.message}.` };
  }
  const known = explain?.(error);
  if (known) return known;
  if (isAway(error)) return { status: 503, message: AWAY };
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  return status < 500 ? { status, message: error.message } : { status: 500, message: UNKNOWN };
}

/** Answers errors by one sentence: in a page to a browser that opened an address, else as JSON. Details go to the log. */
export function tellFailures(app: FastifyInstance, context: SignInContext): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, { status, message, code }: Answer) => {
    if (!wantsPage(request)) return reply.code(status).send({ message, ...(code && { code }) });
    return reply.code(status).type('text/html; charset=utf-8').send(failurePage(context, message));
  };
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const said = answerTo(error, context.explain);
    if (said.status >= 500 || error.cause) request.log.warn({ err: withoutRow(error) }, 'refused or failed');
    return answer(request, reply, said);
  });
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { status: 404, message: 'There is nothing at this address.' }),
  );
}
