import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import { RefusedError } from '../errors';
import { beginAttempt, takeAttempt } from '../store/attempts';
import { addPasskey, findPasskey, notePasskeyUse, passkeysOf } from '../store/passkeys';
import type { Person } from '../store/people';
import type { Queries } from '../store/tables';

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
export async function beginRegistration(queries: Queries, party: RelyingParty, person: Person) {
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
export async function completeRegistration(
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
export async function beginAuthentication(queries: Queries, party: RelyingParty) {
  const options = await generateAuthenticationOptions({ rpID: idOf(party), userVerification: 'required' });
  return { options, attempt: await beginAttempt(queries, 'authenticate', { challenge: options.challenge }) };
}

/** @returns whose passkey was used @throws RefusedError */
export async function completeAuthentication(
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
