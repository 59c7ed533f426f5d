import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import type pg from 'pg';
import * as z from 'zod';
import { RefusedError } from './errors';
import { savePerson } from './people';
import type { SignInContext } from './plugin';
import { rightsOfGroups } from './rights';
import { completeSignIn, endSession, FEW, findSession, pathWithin, type Session } from './sessions';
import type { OpenIdSettings } from './settings';
import { beginAttempt, inTransaction, type Queries, seal, takeAttempt, unseal } from './tables';

const CALLBACK_PATH = '/sign-in/callback';
const KIND = 'openid';

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** Id of the person who is asked again who they are. */
  again: z.string().optional(),
});
type Attempt = z.output<typeof attemptSchema>;

const unavailable = (cause: unknown): RefusedError =>
  new RefusedError(503, 'The identity provider does not answer. Try again in a minute.', undefined, { cause });

/** With a refresh token, rights follow groups within minutes, else at the next sign-in. Some providers refuse unlisted scopes. */
const scopeOf = ({ scopes_supported: listed }: client.ServerMetadata): string =>
  `openid profile email${listed && !listed.includes('offline_access') ? '' : ' offline_access'}`;

/** Starts a sign-in. @returns the provider's address for the browser, and the attempt that it must bring back */
async function beginOpenId(
  queries: Queries,
  provider: Provider,
  { origin, next, again }: { origin: string; next: string; again: string | undefined },
) {
  const configuration = await configure(provider).catch((error: unknown) => {
    throw unavailable(error);
  });
  const state = client.randomState();
  const nonce = client.randomNonce();
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: `${origin}${CALLBACK_PATH}`,
    scope: scopeOf(configuration.serverMetadata()),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // With a `max_age`, here ten years, the provider must state `auth_time`.
    ...(again ? { prompt: 'login', max_age: '0' } : { max_age: '315360000' }),
  });
  const data: Attempt = { state, nonce, verifier, next, ...(again && { again }) };
  return { location: url.href, attempt: await beginAttempt(queries, KIND, data) };
}

/**
 * Exchanges the code that the browser brings back. An attempt is taken once: a replayed code has none.
 * @throws RefusedError when any check fails; the cause is for the log
 */
async function completeOpenId(
  queries: Queries,
  provider: Provider,
  { url, attempt }: { url: URL; attempt: string | undefined },
) {
  const known = attempt ? attemptSchema.safeParse(await takeAttempt(queries, KIND, attempt)) : undefined;
  if (!known?.success) throw new RefusedError(400, 'This sign-in is over or was not started here. Start it again.');
  const { state, nonce, verifier, next, again } = known.data;
  try {
    const configuration = await configure(provider);
    const response = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(again && { maxAge: 60 }),
    });
    const identity = await identify(configuration, response);
    const saidAt = new Date((response.claims()?.auth_time ?? 0) * 1000);
    return { identity, tokens: tokensOf(response), next, again, saidAt };
  } catch (error) {
    throw new RefusedError(403, 'The identity provider did not confirm who you are. Begin again.', undefined, {
      cause: error,
    });
  }
}

/** The provider's address for signing out; undefined when it has none. */
export async function endOpenId(provider: Provider, origin: string, idToken: string | undefined) {
  // 2 s: the person is signed out here already, and waits on a page that shows nothing new.
  const configuration = await configure(provider, 2).catch(() => undefined);
  if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
  return client.buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: `${origin}/sign-in`,
    ...(idToken && { id_token_hint: idToken }),
  }).href;
}

const TIMEOUT_S = 5;

const sealedSchema = z.object({
  subject: z.string(),
  refreshToken: z.string().optional(),
  /** Names the person to the provider when they sign out. */
  idToken: z.string().optional(),
  expiresInS: z.number(),
});

/** Tokens that outlive the request. */
type ProviderTokens = Omit<z.output<typeof sealedSchema>, 'subject'>;

type TokenResponse = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const MOST_GROUPS = 500;
const groupsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((group) => typeof group === 'string').slice(0, MOST_GROUPS);

export interface Provider extends OpenIdSettings {
  /** Time, by `performance.now()`, until which it is not asked again, because it did not answer. */
  silentUntil: number;
}

/** Discovers the provider anew for each exchange: changed endpoints and keys count at once, and sign-ins are rare. */
function configure({ issuer, clientId, clientSecret }: Provider, timeout = TIMEOUT_S): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks];
  if (issuer.protocol === 'http:') execute.push(client.allowInsecureRequests);
  return client.discovery(issuer, clientId, clientSecret, undefined, { execute, timeout });
}

/** Returns the person that tokens belong to. Groups may stand in the ID token or in the user info. */
async function identify(configuration: client.Configuration, tokens: TokenResponse, known?: string) {
  const claims = tokens.claims();
  const subject = claims?.sub ?? known;
  if (!subject) throw new Error('The provider did not say who signed in.');
  const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata();
  const info = userInfo ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : undefined;
  const all: Record<string, unknown> = { ...claims, ...info };
  const email = textOf(all['email']);
  return {
    issuer,
    subject,
    name: textOf(all['name']) ?? textOf(all['preferred_username']) ?? email ?? subject,
    email,
    groups: groupsOf(all['groups']),
  };
}

/** Reads a response of the token endpoint. @param before tokens for fields that the provider left out */
const tokensOf = (response: TokenResponse, before?: ProviderTokens): ProviderTokens => ({
  refreshToken: response.refresh_token ?? before?.refreshToken,
  idToken: response.id_token ?? before?.idToken,
  expiresInS: response.expires_in ?? 300,
});

/** The longest time until rights that a group lost are lost here. */
const LONGEST_MS = 15 * 60_000;
/** Time for a provider to answer again, before its people are signed out. */
const GRACE_MS = 15 * 60_000;
/** Pause before a silent provider is asked again, because each question holds a database connection meanwhile. */
const SILENT_MS = 30_000;

const renewAtOf = ({ refreshToken, expiresInS }: ProviderTokens): Date | null =>
  refreshToken ? new Date(Date.now() + Math.min(expiresInS * 1000, LONGEST_MS)) : null;

/** Stores the provider's tokens, sealed for the session. */
async function keepTokens(
  queries: Queries,
  { id, token }: Pick<Session, 'id' | 'token'>,
  subject: string,
  tokens: ProviderTokens,
  renewAt = renewAtOf(tokens),
): Promise<void> {
  const sealed = seal(token, JSON.stringify({ subject, ...tokens }));
  await queries.query('update sessions set tokens = $2, renew_at = $3 where id = $1', [id, sealed, renewAt]);
}

export async function readTokens(queries: Queries, session: Pick<Session, 'id' | 'token'>) {
  const { rows } = await queries.query<{ tokens: Buffer | null; renew_at: Date | null }>(
    'select tokens, renew_at from sessions where id = $1 for update',
    [session.id],
  );
  const [row] = rows;
  if (!row?.tokens) return undefined;
  return { ...sealedSchema.parse(JSON.parse(unseal(session.token, row.tokens))), renewAt: row.renew_at };
}

/**
 * Asks the provider again for the person and their groups. Concurrent requests ask once.
 * @returns true when the session goes on
 */
async function renewSession(pool: pg.Pool, provider: Provider, session: Session): Promise<boolean> {
  return inTransaction(pool, async (queries) => {
    const known = await readTokens(queries, session);
    if (!known?.refreshToken) return false;
    if (known.renewAt && known.renewAt > new Date()) return true;
    const isWithinGrace = Date.now() - (known.renewAt?.getTime() ?? 0) < GRACE_MS;
    if (performance.now() < provider.silentUntil) return isWithinGrace;
    try {
      const configuration = await configure(provider);
      const response = await client.refreshTokenGrant(configuration, known.refreshToken);
      const tokens = tokensOf(response, { ...known, refreshToken: known.refreshToken, idToken: known.idToken });
      // At many providers the former refresh token is used up: a failure below must not lose the new one.
      await keepTokens(queries, session, known.subject, tokens, known.renewAt);
      const identity = await identify(configuration, response, known.subject);
      const granted = rightsOfGroups(provider.rights, identity.groups);
      const person = await savePerson(queries, { ...identity, rights: granted });
      if (!person || granted.length === 0 || identity.subject !== known.subject) return false;
      await keepTokens(queries, session, known.subject, tokens);
      return true;
    } catch (error) {
      const isRefused = error instanceof client.ResponseBodyError && error.status !== 429;
      if (!isRefused) provider.silentUntil = performance.now() + SILENT_MS;
      return !isRefused && isWithinGrace;
    }
  });
}

/** Returns the session of a request. Ends a session that its provider no longer vouches for. */
export async function sessionOf(context: SignInContext, request: FastifyRequest): Promise<Session | undefined> {
  const { pool, provider, cookies } = context;
  const token = cookies.session(request);
  const session = token ? await findSession(pool, token, isActive(request)) : undefined;
  if (!session?.renewAt || session.renewAt > new Date()) return session;
  if (provider && (await renewSession(pool, provider, session))) return findSession(pool, session.token, false);
  await endSession(pool, session.person.id, session.id);
  return undefined;
}

/** False for requests that a page sends by itself, which carry a header: they keep no session alive. */
const isActive = (request: FastifyRequest): boolean => request.headers['x-background'] === undefined;

const querySchema = z.object({ next: z.string().optional(), again: z.literal('1').optional() });

export function openIdRoutes(app: FastifyInstance, context: SignInContext, provider: Provider): void {
  const { pool, cookies } = context;
  const { origin } = context.settings;

  app.get('/sign-in/openid', { config: { access: 'public', ...FEW } }, async (request, reply) => {
    const query = querySchema.parse(request.query);
    const session = query.again ? await sessionOf(context, request) : undefined;
    const next = pathWithin(origin, query.next);
    const { location, attempt } = await beginOpenId(pool, provider, { origin, next, again: session?.person.id });
    cookies.keepAttempt(reply, attempt);
    return reply.redirect(location, 303);
  });

  app.get(CALLBACK_PATH, { config: { access: 'public', ...FEW } }, async (request, reply) => {
    const url = new URL(request.url, origin);
    const completed = await completeOpenId(pool, provider, { url, attempt: cookies.attempt(request) }).catch(
      (error: unknown) => {
        if (!(error instanceof RefusedError)) throw error;
        request.log.warn({ err: error }, 'a sign-in was refused');
        return undefined;
      },
    );
    if (!completed) return reply.redirect('/sign-in?problem=provider', 303);
    const { identity, tokens, next, again, saidAt } = completed;
    const rights = rightsOfGroups(provider.rights, identity.groups);
    const person = rights.length > 0 ? await savePerson(pool, { ...identity, rights }) : undefined;
    if (!person) return reply.redirect(`/sign-in?problem=${rights.length > 0 ? 'ended' : 'rights'}`, 303);
    if (again && again !== person.id) return reply.redirect('/sign-in?problem=other', 303);
    const session = await completeSignIn(context, request, reply, { person, method: 'openid', saidAt });
    if (session) await keepTokens(pool, session, identity.subject, tokens);
    return reply.redirect(next, 303);
  });
}
