import { Provider } from '../openid/provider';
import type { RelyingParty } from '../passkey/ceremonies';
import { type CookieJar, cookieJar } from './cookies';
import type { SignInOptions } from './options';

/** What the routes of signing in share. */
export interface SignInContext extends SignInOptions {
  provider: Provider | undefined;
  cookies: CookieJar;
  party: RelyingParty;
}

export function contextOf(options: SignInOptions): SignInContext {
  const { settings, title } = options;
  return {
    ...options,
    provider: settings.openId && new Provider(settings.openId),
    cookies: cookieJar(settings.service, settings.origin),
    party: { title, origin: settings.origin },
  };
}
