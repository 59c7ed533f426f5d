import { escapeHtml } from '@wholepage/page-rules/escape-html';
import type { SignInContext } from '../server/context';
import { wholePage } from '../server/whole-page';

const PROBLEMS: Readonly<Record<string, string>> = {
  link: 'This link was used before, is older than 15 minutes, or your access has ended. Ask for a new one.',
  provider: 'The identity provider did not confirm who you are. Try again.',
  rights: 'You are known to the identity provider, but none of your groups may use this service.',
  out: 'You are signed out.',
};

interface PageState {
  token: string | undefined;
  next: string;
  problem: string | undefined;
}

const linkForm = (token: string, next: string): string => `
    <form method="post" action="/sign-in" data-link>
      <input type="hidden" name="token" value="${escapeHtml(token)}">
      <input type="hidden" name="next" value="${escapeHtml(next)}">
      <button type="submit">Sign in with this link</button>
    </form>`;

const providerLink = (next: string): string => `
    <p><a class="button" href="/sign-in/openid?next=${escapeHtml(encodeURIComponent(next))}">Sign in with your organisation</a></p>`;

const passkey = (service: string, next: string): string => `
    <p><button type="button" data-passkey="${escapeHtml(next)}">Sign in with a passkey</button></p>
    <p data-failure role="alert" hidden></p>
    <p>Without a passkey you need a link: <code>npm run ${escapeHtml(service)} -- invite NAME --right RIGHT</code> prints one.</p>`;

/** The page of signing in; without scripts it works as well, but for passkeys. */
export function signInPage(context: SignInContext, { token, next, problem }: PageState): string {
  const { settings } = context;
  const sentence = problem && Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined;
  const ways = settings.openId
    ? providerLink(next)
    : (token ? linkForm(token, next) : '') + passkey(settings.service, next);
  const said = sentence ? `\n    <p role="status">${escapeHtml(sentence)}</p>` : '';
  return wholePage(context, {
    name: 'Sign in',
    main: `<h1>Sign in to ${escapeHtml(context.title)}</h1>${said}${ways}`,
    script: context.assets.script,
  });
}
