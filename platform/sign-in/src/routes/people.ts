import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { RefusedError } from '../errors';
import type { SignInContext } from '../server/context';
import { signedIn } from '../server/signed-in';
import { invite } from '../store/invitations';
import { changeAccess, changeRights, endSessionOf, type Manager, removePasskeyOf } from '../store/manage';
import { passkeysOf } from '../store/passkeys';
import { listPeople } from '../store/people';
import { listSessions } from '../store/sessions';

const inviteSchema = z.object({ name: z.string().trim().min(1).max(100), right: z.string().max(500) });
const rightsSchema = z.object({ rights: z.array(z.string().max(500)).max(50) });
const idSchema = z.object({ id: z.uuid() });
const sessionSchema = idSchema.extend({ session: z.uuid() });
const passkeySchema = idSchema.extend({ passkey: z.string().max(500) });

/** Who may come in, for whoever manages that. */
export function peopleRoutes(app: FastifyInstance, context: SignInContext): void {
  const { pool, settings, rights: model, manages } = context;
  const manager = { config: { access: { right: manages } } } as const;
  const recentManager = { config: { access: { right: manages, recent: true } } } as const;

  app.get('/sign-in/people', manager, async () => ({ people: await listPeople(pool), rights: model }));

  app.post('/sign-in/people/invite', recentManager, async (request) => {
    if (settings.openId) throw new RefusedError(409, 'People come by the identity provider here: give them a group.');
    const { name, right } = inviteSchema.parse(request.body);
    const by = signedIn(request).person.name;
    const link = await invite(pool, { name, rights: [right], by, model, origin: settings.origin });
    return { link };
  });

  const managerOf = (request: FastifyRequest): Manager => ({
    actor: signedIn(request).person.name,
    address: request.ip,
    model,
    manages,
  });

  for (const verb of ['end', 'open'] as const)
    app.post(`/sign-in/people/:id/${verb}`, recentManager, async (request) => {
      const { id } = idSchema.parse(request.params);
      if (id === signedIn(request).person.id)
        throw new RefusedError(409, 'This is you. Ask somebody else to end your access.');
      await changeAccess(pool, managerOf(request), id, verb === 'open');
      return {};
    });

  app.post('/sign-in/people/:id/rights', recentManager, async (request) => {
    if (settings.openId) throw new RefusedError(409, 'Rights come from the identity provider here: change the groups.');
    const { id } = idSchema.parse(request.params);
    const { rights } = rightsSchema.parse(request.body);
    return { rights: await changeRights(pool, managerOf(request), id, rights) };
  });

  app.get('/sign-in/people/:id/sessions', manager, async (request) => {
    const { id } = idSchema.parse(request.params);
    return { sessions: await listSessions(pool, id), passkeys: await passkeysOf(pool, id) };
  });

  app.post('/sign-in/people/:id/sessions/:session/end', recentManager, async (request) => {
    const { id, session } = sessionSchema.parse(request.params);
    await endSessionOf(pool, managerOf(request), { person: id, session, own: signedIn(request).id });
    return {};
  });

  app.post('/sign-in/people/:id/passkeys/:passkey/remove', recentManager, async (request) => {
    const { id, passkey } = passkeySchema.parse(request.params);
    await removePasskeyOf(pool, managerOf(request), { person: id, passkey });
    return {};
  });
}
