import * as client from 'openid-client';
import * as z from 'zod';
import { RefusedError } from '../errors';
import type { OpenIdSettings } from '../settings';
import { beginAttempt, takeAttempt } from '../store/attempts';
import type { Queries } from '../store/tables';
import { type Provider, type ProviderIdentity, type ProviderTokens, tokensOf } from './provider';

export const CALLBACK_PATH = '/sign-in/callback';
const KIND = 'openid';

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** The person who is asked again who they are. */
  again: z.string().optional(),
});
type Attempt = z.output<typeof attemptSchema>;

interface Beginning {
  origin: string;
  next: string;
  again: string | undefined;
}

const unavailable = (cause: unknown): RefusedError =>
  new RefusedError(503, 'The identity provider does not answer. Try again in a minute.', undefined, { cause });

/** Where to send the browser, and the attempt that it must come back with. */
export async function beginOpenId(
  queries: Queries,
  provider: Provider,
  { scope }: OpenIdSettings,
  { origin, next, again }: Beginning,
): Promise<{ location: string; attempt: string }> {
  const configuration = await provider.configuration().catch((error: unknown) => {
    throw unavailable(error);
  });
  const state = client.randomState();
  const nonce = client.randomNonce();
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: `${origin}${CALLBACK_PATH}`,
    scope,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(again && { prompt: 'login', max_age: '0' }),
  });
  const data: Attempt = { state, nonce, verifier, next, ...(again && { again }) };
  return { location: url.href, attempt: await beginAttempt(queries, KIND, data) };
}

export interface Completed {
  identity: ProviderIdentity;
  tokens: ProviderTokens;
  next: string;
  again: string | undefined;
}

/**
 * Exchanges the code that the browser came back with. An attempt is taken once: a code that is replayed has none.
 * @throws RefusedError when anything does not hold; the cause is for the log
 */
export async function completeOpenId(
  queries: Queries,
  provider: Provider,
  { url, attempt }: { url: URL; attempt: string | undefined },
): Promise<Completed> {
  const known = attempt ? attemptSchema.safeParse(await takeAttempt(queries, KIND, attempt)) : undefined;
  if (!known?.success) throw new RefusedError(400, 'This sign-in is over or was not started here. Start it again.');
  const { state, nonce, verifier, next, again } = known.data;
  try {
    const configuration = await provider.configuration();
    const response = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(again && { maxAge: 60 }),
    });
    const identity = await provider.identify(configuration, response);
    return { identity, tokens: tokensOf(response), next, again };
  } catch (error) {
    throw new RefusedError(403, 'The identity provider did not confirm who you are. Begin again.', undefined, {
      cause: error,
    });
  }
}

/** The provider's address for signing out; undefined when it has none. */
export async function endOpenId(provider: Provider, origin: string, idToken: string | undefined) {
  const configuration = await provider.configuration().catch(() => undefined);
  if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
  return client.buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: `${origin}/sign-in`,
    ...(idToken && { id_token_hint: idToken }),
  }).href;
}
