import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import {
  attentionListSchema,
  auditListQuery,
  auditListSchema,
  type auditRowSchema,
  backupListSchema,
  erasedSchema,
  personDataSchema,
  personSchema,
} from '../../wire/office/overview';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { alarms, backups, officeAudit } from '../db/tables/schema';
import { isOfMachine, openProblems, problemAlarm } from '../orders/problems';
import { collectPerson, erasePerson } from '../personal-data';
import { audit, callerOf, guardOffice, type Total, totalOfTable } from './access';
import { courseRoutes } from './courses/routes';
import { enquiryRoutes } from './enquiries';
import { factRoutes } from './facts';
import { postRoutes } from './posts';
import { replyRoutes } from './replies';
import { streamRoutes } from './streams';

/** Says in the audit that two entries are of one person, without the address. */
const tagOf = (email: string): string =>
  createHash('sha256').update(`person:${email.trim().toLowerCase()}`).digest('hex').slice(0, 12);

/** Personal data of one person: in one view, as a file, erased. By POST, so that no address of a call holds an e-mail address. */
async function peopleRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { db } = context;
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

const MOST = 100;

const AREAS = [
  enquiryRoutes,
  replyRoutes,
  streamRoutes,
  courseRoutes,
  postRoutes,
  factRoutes,
  peopleRoutes,
  attentionRoutes,
  auditRoutes,
];

/** The calls of the office, each for callers with a right to it. Without a secret there is no office. */
export async function officeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { officeSecret } = context;
  if (officeSecret === undefined) return;
  await app.register(
    async (scope) => {
      guardOffice(scope, officeSecret);
      for (const area of AREAS) await scope.register(async (room) => area(room, context));
    },
    { prefix: '/office' },
  );
}

/** Money that needs somebody, the machine's alarms that last, in the sentences in which they were sent, and the last back-up. */
async function attentionRoutes(plain: FastifyInstance, { db }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/attention',
    { config: { rights: ['desk'] }, schema: { response: { 200: attentionListSchema } } },
    async () => {
      const [raised, problems] = await Promise.all([
        db.select().from(alarms).where(isOfMachine).orderBy(desc(alarms.raisedAt)).limit(MOST),
        openProblems(db),
      ]);
      const data = [
        ...problems.map((problem) => ({ ...problem, name: problemAlarm(problem), raisedAt: problem.createdAt })),
        ...raised.map((alarm) => ({ ...alarm, paymentId: null, orderId: null })),
      ].map(({ name, text, raisedAt: at, paymentId: payment_id, orderId: order_id }) => {
        return { name, text, raised_at: at.toISOString(), payment_id, order_id };
      });
      return { data, total: data.length };
    },
  );
  app.get('/backups', { config: { rights: ['desk'] }, schema: { response: { 200: backupListSchema } } }, async () => {
    const rows = await db.select().from(backups).orderBy(desc(backups.createdAt)).limit(1);
    return { data: rows.map(({ createdAt }) => ({ made_at: createdAt.toISOString() })), total: rows.length };
  });
}

/** What people of the office did. Rows are added by what they did, and nothing changes or removes one. */
async function auditRoutes(plain: FastifyInstance, { db }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/audit',
    { config: { rights: ['owner'] }, schema: { querystring: auditListQuery, response: { 200: auditListSchema } } },
    (request) => listAudit(db, request.query),
  );
}

/** A page of the audit, newest first. */
async function listAudit(
  db: Db,
  { page, perPage, area, record, actor }: z.output<typeof auditListQuery>,
): Promise<{ data: z.output<typeof auditRowSchema>[] } & Total> {
  const where = and(
    area && eq(officeAudit.area, area),
    record ? eq(officeAudit.record, record) : undefined,
    actor ? eq(officeAudit.actorId, actor) : undefined,
  );
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(officeAudit)
      .where(where)
      .orderBy(desc(officeAudit.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    totalOfTable(db, officeAudit, where, { page, perPage }),
  ]);
  return {
    data: rows.map(({ at, actorId, ...row }) => ({ ...row, at: at.toISOString(), actor_id: actorId })),
    ...total,
  };
}
