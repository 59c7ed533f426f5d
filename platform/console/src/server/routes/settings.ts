import { RefusedError } from '@wholepage/sign-in/errors';
import { signedIn } from '@wholepage/sign-in/sessions';
import { writeAudit } from '@wholepage/sign-in/tables';
import type { FastifyInstance } from 'fastify';
import type { SettingShown } from '../../shapes';
import type { ConsoleContext } from '../context';
import { tryHook } from '../outgoing/hook';
import type { ConsoleSettings } from '../settings';

/** There is no chat to notify. */
export const NO_NOTIFY = 'NOTIFY_URL is not set: there is no chat to notify.';

/** The host alone: the rest of such an address is a key. */
const hostOf = (url: string | undefined): string => (url ? new URL(url).host : 'not set');

function shownOf({ signIn, store, privateStore, databaseUrl, errors, notify }: ConsoleSettings): SettingShown[] {
  const quiet = notify?.quiet;
  return [
    { name: 'CONSOLE_ORIGIN', value: signIn.origin, what: 'where people come to' },
    { name: 'RELEASES_URL', value: store, what: 'the store of releases' },
    { name: 'PRIVATE_STORE_URL', value: privateStore, what: 'evidence, digests and source maps' },
    { name: 'CONSOLE_DATABASE_URL', value: databaseUrl ? hostOf(databaseUrl) : 'embedded', what: 'people and audit' },
    { name: 'OIDC_ISSUER', value: signIn.openId?.issuer.href ?? 'not set', what: 'who says who somebody is' },
    {
      name: 'NOTIFY_URL',
      value: hostOf(notify?.url),
      what: 'the chat that hears of releases, stops, locks and new errors',
    },
    {
      name: 'NOTIFY_QUIET_HOURS',
      value: quiet ? `${quiet.from}-${quiet.to}, ${quiet.timeZone}` : 'not set',
      what: 'hours in which only stops by the judge are said',
    },
    {
      name: 'NOTIFY_ERRORS_PER_HOUR',
      value: String(notify?.errorsPerHour ?? 'not set'),
      what: 'when a new error is said',
    },
    { name: 'ERRORS_URL', value: hostOf(errors?.url), what: 'the tool that gets errors as Sentry has them' },
  ];
}

/** What the console is set to, and a try of the chat's address. */
export function settingsRoutes(server: FastifyInstance, { pool }: ConsoleContext, settings: ConsoleSettings): void {
  const { notify, signIn } = settings;
  server.get('/api/settings', { config: { access: { right: 'viewer' } } }, async () => ({
    settings: shownOf(settings),
  }));
  const admin = { config: { access: { right: 'admin' } }, bodyLimit: 1_024 } as const;
  server.post('/api/settings/notify-test', admin, async (request) => {
    const { person } = signedIn(request);
    if (!notify) throw new RefusedError(409, NO_NOTIFY);
    await writeAudit(pool, { actor: person.name, action: 'try NOTIFY_URL', subject: 'site', address: request.ip });
    await tryHook(notify.url, { by: person.name, origin: signIn.origin }).catch((error: Error) => {
      throw new RefusedError(502, error.message);
    });
    return {};
  });
}
