import * as client from 'openid-client';
import type pg from 'pg';
import * as z from 'zod';
import { rightsOfGroups } from '../rights';
import { seal, unseal } from '../secrets';
import type { OpenIdSettings } from '../settings';
import { savePerson } from '../store/people';
import { keepTokens, type Session } from '../store/sessions';
import { inTransaction } from '../store/tables';
import { type Provider, type ProviderTokens, tokensOf } from './provider';

/** Rights that a group lost are lost here after this at most. */
const LONGEST_MS = 15 * 60_000;
/** How long a provider that does not answer is waited for, before its people are signed out. */
const GRACE_MS = 15 * 60_000;

const sealedSchema = z.object({
  subject: z.string(),
  refreshToken: z.string().optional(),
  idToken: z.string().optional(),
  expiresInS: z.number(),
});

const renewAtOf = ({ refreshToken, expiresInS }: ProviderTokens): Date | null =>
  refreshToken ? new Date(Date.now() + Math.min(expiresInS * 1000, LONGEST_MS)) : null;

/** Seals the provider's tokens for a session and keeps them. */
export const sealTokens = (
  queries: Parameters<typeof keepTokens>[0],
  session: { id: string; token: string },
  subject: string,
  tokens: ProviderTokens,
): Promise<void> =>
  keepTokens(queries, session.id, seal(session.token, JSON.stringify({ subject, ...tokens })), renewAtOf(tokens));

export async function readTokens(queries: Pick<pg.Pool, 'query'>, session: { id: string; token: string }) {
  const { rows } = await queries.query<{ tokens: Buffer | null; renew_at: Date | null }>(
    'select tokens, renew_at from sessions where id = $1 for update',
    [session.id],
  );
  const [row] = rows;
  if (!row?.tokens) return undefined;
  return { ...sealedSchema.parse(JSON.parse(unseal(session.token, row.tokens))), renewAt: row.renew_at };
}

/**
 * Asks the provider again for whom it vouches, and what they may. Requests that come at once ask once.
 * @returns whether the session goes on
 */
export async function renewSession(
  pool: pg.Pool,
  provider: Provider,
  { rights }: OpenIdSettings,
  session: Session,
): Promise<boolean> {
  return inTransaction(pool, async (queries) => {
    const known = await readTokens(queries, session);
    if (!known?.refreshToken) return false;
    if (known.renewAt && known.renewAt > new Date()) return true;
    try {
      const configuration = await provider.configuration();
      const response = await client.refreshTokenGrant(configuration, known.refreshToken);
      const identity = await provider.identify(configuration, response, known.subject);
      const granted = rightsOfGroups(rights, identity.groups);
      const person = await savePerson(queries, { ...identity, rights: granted });
      if (!person || granted.length === 0 || identity.subject !== known.subject) return false;
      const tokens = tokensOf(response, { ...known, refreshToken: known.refreshToken, idToken: known.idToken });
      await sealTokens(queries, session, known.subject, tokens);
      return true;
    } catch (error) {
      const isRefused = error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError;
      return !isRefused && Date.now() - (known.renewAt?.getTime() ?? 0) < GRACE_MS;
    }
  });
}
