import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { erasedSchema, type PersonData, personDataSchema, personSchema } from '../../wire/office/people';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { enrolments, orders } from '../db/tables/orders-schema';
import { enquiries, enquiryNotes, enquiryReplies, files, mails } from '../db/tables/schema';
import { forgetPerson } from '../enquiries/forget';
import { audit, callerOf } from './access';

/** Says in the audit that two entries are of one person, without the address. */
const tagOf = (email: string): string =>
  createHash('sha256').update(`person:${email.trim().toLowerCase()}`).digest('hex').slice(0, 12);

/** Personal data of one person: in one view, as a file, erased. By POST, so that no address of a call holds an e-mail address. */
export async function peopleRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, files, config } = context;
  const { db } = database;
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
      const erased = { ...(await forgetPerson(db, { files, dataDir: config.dataDir }, email)) };
      await note(request, 'erase', email, erased);
      return erased;
    },
  );
}

/** All that is kept on a person, by e-mail, however it is written in capitals. */
async function collectPerson(db: Db, email: string): Promise<PersonData> {
  const address = email.trim().toLowerCase();
  const is = (column: typeof enquiries.email | typeof mails.email | typeof enrolments.email) =>
    sql`lower(${column}) = ${address}`;
  const sent = await db.select().from(enquiries).where(is(enquiries.email));
  const ids = sent.map(({ id }) => id);
  const ofEnquiries = <T>(read: () => Promise<T[]>): Promise<T[]> => (ids.length > 0 ? read() : Promise.resolve([]));
  const enrolled = await db.select().from(enrolments).where(is(enrolments.email));
  const enrolmentIds = enrolled.map(({ id }) => id);
  const [notes, replies, uploads, mailed, ordered] = await Promise.all([
    ofEnquiries(() => db.select().from(enquiryNotes).where(inArray(enquiryNotes.enquiryId, ids))),
    ofEnquiries(() => db.select().from(enquiryReplies).where(inArray(enquiryReplies.enquiryId, ids))),
    ofEnquiries(() => db.select().from(files).where(inArray(files.enquiryId, ids))),
    db.select().from(mails).where(is(mails.email)),
    enrolmentIds.length > 0 ? db.select().from(orders).where(inArray(orders.enrolmentId, enrolmentIds)) : [],
  ]);
  return {
    email: address,
    at: new Date().toISOString(),
    enquiries: sent,
    notes,
    replies,
    files: uploads,
    mails: mailed,
    enrolments: enrolled,
    orders: ordered,
  };
}
