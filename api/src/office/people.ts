import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { erasedSchema, personDataSchema, personSchema } from '../../wire/office/people';
import type { Context } from '../context';
import { collectPerson, erasePerson } from '../personal-data';
import { audit, callerOf } from './access';

/** Says in the audit that two entries are of one person, without the address. */
const tagOf = (email: string): string =>
  createHash('sha256').update(`person:${email.trim().toLowerCase()}`).digest('hex').slice(0, 12);

/** Personal data of one person: in one view, as a file, erased. By POST, so that no address of a call holds an e-mail address. */
export async function peopleRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { db } = context.database;
  const note = (request: FastifyRequest, action: string, email: string, detail?: Record<string, unknown>) =>
    audit(db, callerOf(request), { area: 'people', action, record: tagOf(email), detail });

  app.post(
    '/people/show',
    { config: { rights: [] }, schema: { body: personSchema, response: { 200: personDataSchema } } },
    async (request) => {
      const { email } = request.body;
      await note(request, 'show', email);
      return collectPerson(db, email);
    },
  );
  app.post(
    '/people/export',
    { config: { rights: [], confirmed: true }, schema: { body: personSchema } },
    async (request, reply) => {
      const { email } = request.body;
      await note(request, 'export', email);
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="person.json"')
        .serializer(String)
        .send(`${JSON.stringify(await collectPerson(db, email), null, 2)}\n`);
    },
  );
  app.post(
    '/people/erase',
    { config: { rights: [], confirmed: true }, schema: { body: personSchema, response: { 200: erasedSchema } } },
    async (request) => {
      const { email } = request.body;
      const done = await erasePerson(context, email);
      await note(request, 'erase', email, done.erased);
      return done;
    },
  );
}
