import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RefusedError } from './errors';
import type { Person } from './people';
import type { SignInContext } from './plugin';
import { actorOf, completeSignIn, FEW, requireRecent, signedIn } from './sessions';
import { beginAttempt, PERSON, type Queries, takeAttempt, writeAudit } from './tables';

const transportsSchema = z.array(z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb']));
const challengeSchema = z.object({ challenge: z.string(), person: z.string().optional() });

async function challengeOf(queries: Queries, kind: string, attempt: string | undefined) {
  const known = attempt ? challengeSchema.safeParse(await takeAttempt(queries, kind, attempt)) : undefined;
  if (!known?.success) throw new RefusedError(400, 'This took too long. Begin again.');
  return known.data;
}

const refused = (cause?: unknown): RefusedError =>
  new RefusedError(403, 'This passkey was not accepted.', undefined, { cause });

const refuse = (error: unknown): never => {
  throw refused(error);
};

/** An object with an `id`; the library checks the rest. */
const responseSchema = <T>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string');

const registrationSchema = z.object({
  response: responseSchema<RegistrationResponseJSON>(),
  name: z.string().trim().min(1).max(60),
});
const authenticationSchema = z.object({ response: responseSchema<AuthenticationResponseJSON>() });

/** Routes for passkeys of people who came by an invitation: with one, they need no link the next time. */
export function passkeyRoutes(app: FastifyInstance, context: SignInContext): void {
  const { pool, cookies, title } = context;
  const { origin } = context.settings;
  const rpID = new URL(origin).hostname;
  /** Expected values in an authenticator's response. */
  const expectedOf = ({ challenge }: { challenge: string }) => ({
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  });
  const anybody = { config: { access: 'public', ...FEW } } as const;
  const member = { config: { access: 'member', ...FEW } } as const;

  // No list of allowed passkeys: the browser offers those that it holds.
  app.post('/sign-in/passkey/options', anybody, async (_request, reply) => {
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
    cookies.keepAttempt(reply, await beginAttempt(pool, 'authenticate', { challenge: options.challenge }));
    return options;
  });

  app.post('/sign-in/passkey', anybody, async (request, reply) => {
    const { response } = authenticationSchema.parse(request.body);
    const expected = expectedOf(await challengeOf(pool, 'authenticate', cookies.attempt(request)));
    const known = await findPasskey(pool, response.id);
    if (!known) throw refused();
    const { person, publicKey, ...key } = known;
    const credential = { ...key, publicKey: new Uint8Array(publicKey) };
    const given = { response, ...expected, credential };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(given).catch(refuse);
    if (!verified) throw refused();
    // The counter only rises, which reveals a copied key.
    await pool.query('update passkeys set counter = $2, used_at = now() where id = $1', [
      key.id,
      authenticationInfo.newCounter,
    ]);
    await completeSignIn(context, request, reply, { person, method: 'passkey' });
    return { name: person.name };
  });

  // A passkey lets its holder in for good. A recent sign-in is required, so that nobody adds one to another's open session.
  app.post('/sign-in/passkeys/options', member, async (request, reply) => {
    const session = signedIn(request);
    requireRecent(session);
    const { person } = session;
    const known = await passkeysOf(pool, person.id);
    const options = await generateRegistrationOptions({
      rpName: title,
      rpID,
      userName: person.name,
      userID: new TextEncoder().encode(person.id),
      attestationType: 'none',
      excludeCredentials: known.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const attempt = { challenge: options.challenge, person: person.id };
    cookies.keepAttempt(reply, await beginAttempt(pool, 'register', attempt));
    return options;
  });

  app.post('/sign-in/passkeys', member, async (request) => {
    const { person } = signedIn(request);
    const { response, name } = registrationSchema.parse(request.body);
    const known = await challengeOf(pool, 'register', cookies.attempt(request));
    if (known.person !== person.id) throw refused();
    const given = { response, ...expectedOf(known) };
    const { verified, registrationInfo } = await verifyRegistrationResponse(given).catch(refuse);
    if (!verified) throw refused();
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = transportsSchema.catch([]).parse(response.response.transports);
    await pool.query(
      'insert into passkeys (id, person_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6)',
      [id, person.id, Buffer.from(publicKey), counter, transports, name],
    );
    await writeAudit(pool, { ...actorOf(request), action: 'add passkey', subject: name });
    return {};
  });
}

interface Passkey {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: AuthenticatorTransport[];
}

/** Finds a passkey with its person; undefined when the person's access was ended. */
async function findPasskey(queries: Queries, id: string): Promise<(Passkey & { person: Person }) | undefined> {
  const { rows } = await queries.query<Passkey & { person: Person }>(
    `select k.id, k.public_key as "publicKey", k.counter::float8 as counter, k.transports,
       ${PERSON} as person
     from passkeys k join people p on p.id = k.person_id where k.id = $1 and p.ended_at is null`,
    [id],
  );
  return rows[0];
}

export async function passkeysOf(queries: Queries, personId: string) {
  const { rows } = await queries.query<{ id: string; name: string; createdAt: Date; usedAt: Date | null }>(
    `select id, name, created_at as "createdAt", used_at as "usedAt" from passkeys where person_id = $1
     order by created_at limit 100`,
    [personId],
  );
  return rows;
}

export async function removePasskey(queries: Queries, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await queries.query('delete from passkeys where id = $1 and person_id = $2', [id, personId]);
  return Boolean(rowCount);
}
