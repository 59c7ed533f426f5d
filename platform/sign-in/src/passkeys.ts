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
import { beginAttempt, type Queries, takeAttempt, writeAudit } from './tables';

const transportsSchema = z.array(z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb']));
const challengeSchema = z.object({ challenge: z.string(), person: z.string().optional() });

/** The service as authenticators know it. */
export interface RelyingParty {
  title: string;
  origin: string;
}

const idOf = ({ origin }: RelyingParty): string => new URL(origin).hostname;

async function challengeOf(queries: Queries, kind: string, attempt: string | undefined) {
  const known = attempt ? challengeSchema.safeParse(await takeAttempt(queries, kind, attempt)) : undefined;
  if (!known?.success) throw new RefusedError(400, 'This took too long. Begin again.');
  return known.data;
}

const refused = (cause?: unknown): RefusedError =>
  new RefusedError(403, 'This passkey was not accepted.', undefined, { cause });

/** What the browser needs to make a passkey for somebody who is signed in. */
async function beginRegistration(queries: Queries, party: RelyingParty, person: Person) {
  const known = await passkeysOf(queries, person.id);
  const options = await generateRegistrationOptions({
    rpName: party.title,
    rpID: idOf(party),
    userName: person.name,
    userID: new TextEncoder().encode(person.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const attempt = await beginAttempt(queries, 'register', { challenge: options.challenge, person: person.id });
  return { options, attempt };
}

/** Keeps the passkey that was made. @throws RefusedError */
async function completeRegistration(
  queries: Queries,
  party: RelyingParty,
  {
    person,
    attempt,
    response,
    name,
  }: { person: Person; attempt: string | undefined; response: RegistrationResponseJSON; name: string },
): Promise<void> {
  const known = await challengeOf(queries, 'register', attempt);
  if (known.person !== person.id) throw refused();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: known.challenge,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused(error);
  });
  if (!verified) throw refused();
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports = transportsSchema.catch([]).parse(response.response.transports);
  await addPasskey(queries, person.id, name, { id, publicKey: Buffer.from(publicKey), counter, transports });
}

/** What the browser needs to use a passkey; it knows itself whose. */
async function beginAuthentication(queries: Queries, party: RelyingParty) {
  const options = await generateAuthenticationOptions({ rpID: idOf(party), userVerification: 'required' });
  return { options, attempt: await beginAttempt(queries, 'authenticate', { challenge: options.challenge }) };
}

/** @returns whose passkey was used @throws RefusedError */
async function completeAuthentication(
  queries: Queries,
  party: RelyingParty,
  { attempt, response }: { attempt: string | undefined; response: AuthenticationResponseJSON },
): Promise<Person> {
  const { challenge } = await challengeOf(queries, 'authenticate', attempt);
  const known = await findPasskey(queries, response.id);
  if (!known) throw refused();
  const { id, publicKey, counter, transports } = known.key;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
  }).catch((error: unknown) => {
    throw refused(error);
  });
  if (!verified) throw refused();
  await notePasskeyUse(queries, id, authenticationInfo.newCounter);
  return known.person;
}

/** The library checks what is within; this says that there is something. */
const responseSchema = <T>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string');

const registrationSchema = z.object({
  response: responseSchema<RegistrationResponseJSON>(),
  name: z.string().trim().min(1).max(60),
});
const authenticationSchema = z.object({ response: responseSchema<AuthenticationResponseJSON>() });

/** Passkeys for people who came by an invitation: the next time they need no link. */
export function passkeyRoutes(app: FastifyInstance, context: SignInContext): void {
  const { pool, party, cookies } = context;
  const anybody = { config: { access: 'public', ...FEW } } as const;
  const member = { config: { access: 'member', ...FEW } } as const;

  app.post('/sign-in/passkey/options', anybody, async (_request, reply) => {
    const { options, attempt } = await beginAuthentication(pool, party);
    cookies.keepAttempt(reply, attempt);
    return options;
  });

  app.post('/sign-in/passkey', anybody, async (request, reply) => {
    const { response } = authenticationSchema.parse(request.body);
    const person = await completeAuthentication(pool, party, { attempt: cookies.attempt(request), response });
    await completeSignIn(context, request, reply, { person, method: 'passkey' });
    return { name: person.name };
  });

  // A key lets its holder in for good: nobody leaves one behind in a session that somebody else left open.
  app.post('/sign-in/passkeys/options', member, async (request, reply) => {
    const session = signedIn(request);
    requireRecent(session);
    const { options, attempt } = await beginRegistration(pool, party, session.person);
    cookies.keepAttempt(reply, attempt);
    return options;
  });

  app.post('/sign-in/passkeys', member, async (request) => {
    const { person } = signedIn(request);
    const { response, name } = registrationSchema.parse(request.body);
    await completeRegistration(pool, party, { person, attempt: cookies.attempt(request), response, name });
    await writeAudit(pool, { ...actorOf(request), action: 'add passkey', subject: name });
    return {};
  });

  app.post<{ Params: { id: string } }>('/sign-in/passkeys/:id/remove', member, async (request) => {
    const { person } = signedIn(request);
    if (!(await removePasskey(pool, person.id, request.params.id)))
      throw new RefusedError(404, 'You have no such passkey.');
    await writeAudit(pool, { ...actorOf(request), action: 'remove passkey', subject: person.name });
    return {};
  });
}

export interface Passkey {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: AuthenticatorTransport[];
}

async function addPasskey(queries: Queries, personId: string, name: string, key: Passkey): Promise<void> {
  await queries.query(
    'insert into passkeys (id, person_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6)',
    [key.id, personId, key.publicKey, key.counter, key.transports, name],
  );
}

/** A passkey and whose it is; none of somebody whose access was ended. */
async function findPasskey(queries: Queries, id: string): Promise<{ key: Passkey; person: Person } | undefined> {
  const { rows } = await queries.query<Passkey & { person: Person }>(
    `select k.id, k.public_key as "publicKey", k.counter::float8 as counter, k.transports,
       json_build_object('id', p.id, 'issuer', p.issuer, 'name', p.name, 'email', p.email, 'rights', p.rights) as person
     from passkeys k join people p on p.id = k.person_id where k.id = $1 and p.ended_at is null`,
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { person, ...key } = row;
  return { key, person };
}

export async function passkeysOf(queries: Queries, personId: string) {
  const { rows } = await queries.query<{ id: string; name: string; createdAt: Date; usedAt: Date | null }>(
    `select id, name, created_at as "createdAt", used_at as "usedAt" from passkeys where person_id = $1
     order by created_at limit 100`,
    [personId],
  );
  return rows;
}

/** The counter only rises: a key that was copied is found out. */
async function notePasskeyUse(queries: Queries, id: string, counter: number): Promise<void> {
  await queries.query('update passkeys set counter = $2, used_at = now() where id = $1', [id, counter]);
}

export async function removePasskey(queries: Queries, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await queries.query('delete from passkeys where id = $1 and person_id = $2', [id, personId]);
  return Boolean(rowCount);
}
