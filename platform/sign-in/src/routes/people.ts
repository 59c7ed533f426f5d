import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { RefusedError } from '../errors';
import type { SignInContext } from '../server/context';
import { signedIn } from '../server/signed-in';
import { writeAudit } from '../store/audit';
import { invite } from '../store/invitations';
import { listPeople, setAccess } from '../store/people';

const inviteSchema = z.object({ name: z.string().trim().min(1).max(100), right: z.string().max(500) });
const idSchema = z.object({ id: z.uuid() });

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

  const changeAccess = (verb: 'end' | 'open') =>
    app.post(`/sign-in/people/:id/${verb}`, recentManager, async (request) => {
      const { id } = idSchema.parse(request.params);
      const { person } = signedIn(request);
      if (id === person.id) throw new RefusedError(409, 'This is you. Ask somebody else to end your access.');
      const name = await setAccess(pool, id, verb === 'open');
      if (name === undefined) throw new RefusedError(404, 'There is no such person.');
      await writeAudit(pool, { actor: person.name, action: `${verb} access`, subject: name, address: request.ip });
      return {};
    });
  changeAccess('end');
  changeAccess('open');
}
