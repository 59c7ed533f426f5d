import { StartError } from '@wholepage/database/errors';
import { setVariables } from '@wholepage/database/settings';
import { isOwnMachine } from '@wholepage/page-rules/address';
import * as z from 'zod';
import { parseRight, type RightsModel } from './rights';

const MODES: readonly string[] = ['', 'development', 'test', 'production'];

/** The host as cookies distinguish it: without the port. */
const hostOf = (address = ''): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined;

function originSetting(env: NodeJS.ProcessEnv, name: string, fallback: string, production: boolean): string {
  const given = env[name] || fallback;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol) || new URL(given).pathname !== '/')
    throw new StartError(
      `The setting ${name} must be an origin such as https://console.example.com; "${given}" is none.`,
    );
  const { protocol, origin } = new URL(given);
  if (production && protocol !== 'https:')
    throw new StartError(`The setting ${name} must begin with https:// in production: sessions need it.`);
  if (protocol === 'http:' && !isOwnMachine(new URL(given)))
    throw new StartError(`The setting ${name} must begin with https://, unless it names this machine itself.`);
  if (production && hostOf(given) === hostOf(env['SITE_ORIGIN']))
    throw new StartError(`The setting ${name} must not be the site's own host: code of remotes runs there.`);
  if (production && hostOf(given) === hostOf(env['PREVIEW_ORIGIN']))
    throw new StartError(`The setting ${name} must not be the host of PREVIEW_ORIGIN: unreviewed code runs there.`);
  return origin;
}

/** Rights of groups, by service: `{ "console": { "web-leads": ["admin"], "articles-team": ["releaser:articles"] } }`. */
const groupRightsSchema = z.record(z.string(), z.record(z.string(), z.array(z.string()).max(50)));

function rightsByGroup(text: string | undefined, service: string, model: RightsModel): Record<string, string[]> {
  try {
    const groups = groupRightsSchema.parse(JSON.parse(text || '{}'))[service] ?? {};
    return Object.fromEntries(
      Object.entries(groups).map(([group, rights]) => [group, rights.flatMap((right) => parseRight(model, right))]),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : '';
    throw new StartError(
      `The setting OIDC_RIGHTS must be JSON such as {"${service}":{"GROUP":["${Object.keys(model)[0]}"]}} (${reason}).`,
      { cause: error },
    );
  }
}

/** How people sign in with an identity provider; undefined without one. */
function openIdOf(env: NodeJS.ProcessEnv, service: string, model: RightsModel, production: boolean) {
  const issuer = env['OIDC_ISSUER'];
  if (!issuer) return undefined;
  const clientId = env['OIDC_CLIENT_ID'];
  const clientSecret = env['OIDC_CLIENT_SECRET'];
  if (!clientId || !clientSecret) {
    const missing = clientId ? 'OIDC_CLIENT_SECRET' : 'OIDC_CLIENT_ID';
    throw new StartError(`The setting ${missing} is missing: OIDC_ISSUER needs the credentials of a client.`);
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isPlain = url?.protocol === 'http:' && isOwnMachine(url) && !production;
  if (!url || (url.protocol !== 'https:' && !isPlain))
    throw new StartError(`The setting OIDC_ISSUER must be an https address; "${issuer}" is none.`);
  const rights = rightsByGroup(env['OIDC_RIGHTS'], service, model);
  return { issuer: url, clientId, clientSecret, rights };
}

/** Fails closed: a misspelt mode would drop every check of production. */
function isProduction(mode = ''): boolean {
  if (!MODES.includes(mode))
    throw new StartError(`The setting NODE_ENV must be production, development or test; "${mode}" is none.`);
  return mode === 'production';
}

/**
 * Reads the sign-in settings of a service; docs/settings.md lists the variables.
 * @param setting the variable that holds the service's address
 * @throws StartError with one sentence that names the variable
 */
export function readSignInSettings(
  given: NodeJS.ProcessEnv,
  { service, setting, port, rights }: { service: string; setting: string; port: number; rights: RightsModel },
) {
  const env = setVariables(given);
  const production = isProduction(env['NODE_ENV']);
  return {
    service,
    /** The only origin at which the service answers. */
    origin: originSetting(env, setting, `http://localhost:${port}`, production),
    production,
    openId: openIdOf(env, service, rights, production),
  };
}

export type SignInSettings = ReturnType<typeof readSignInSettings>;
export type OpenIdSettings = NonNullable<SignInSettings['openId']>;
