import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RefusedError } from '../errors';
import {
  beginAuthentication,
  beginRegistration,
  completeAuthentication,
  completeRegistration,
} from '../passkey/ceremonies';
import { completeSignIn } from '../server/complete';
import type { SignInContext } from '../server/context';
import { requireRecent, signedIn } from '../server/signed-in';
import { writeAudit } from '../store/audit';
import { removePasskey } from '../store/passkeys';
import { FEW } from './limits';

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
    await writeAudit(pool, { actor: person.name, action: 'add passkey', subject: name, address: request.ip });
    return {};
  });

  app.post<{ Params: { id: string } }>('/sign-in/passkeys/:id/remove', member, async (request) => {
    const { person } = signedIn(request);
    if (!(await removePasskey(pool, person.id, request.params.id)))
      throw new RefusedError(404, 'You have no such passkey.');
    await writeAudit(pool, { actor: person.name, action: 'remove passkey', subject: person.name, address: request.ip });
    return {};
  });
}
