import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../wire/office/caller';
import { OFFICE } from '../../wire/office/office';
import type { Context } from '../context';
import { alarms, backups, officeAudit } from '../db/tables/schema';
import { isOfMachine, openProblems, problemAlarm } from '../orders/problems';
import { collectPerson, erasePerson, tagOf } from '../personal-data';
import { wireOf } from '../support/wire-names';
import { asFile, audit, type Handlers, listed, pageOf, serve } from './access';
import { courseCalls } from './courses/enrolments';
import { enquiryCalls } from './enquiries';
import { factCalls } from './facts';
import { postCalls } from './posts';
import { replyCalls } from './replies';
import { streamCalls } from './streams';

/** Routes of the office's calls, each for callers with a right to it. Without a secret there is no office. */
export async function officeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { officeSecret } = context;
  if (officeSecret === undefined) return;
  const { calls: streams, close } = streamCalls(context);
  const handlers: Handlers = {
    ...enquiryCalls(context),
    ...replyCalls(context),
    ...streams,
    ...courseCalls(context),
    ...postCalls(context),
    ...factCalls(context),
    ...peopleCalls(context),
    ...overviewCalls(context),
  };
  await app.register(
    async (scope) => {
      // Pictures are sent as raw bytes.
      scope.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      // Streams would keep the server from stopping.
      scope.addHook('preClose', async () => close());
      for (const call of Object.keys(OFFICE) as (keyof typeof OFFICE)[])
        serve(scope, officeSecret, call, OFFICE[call], handlers[call] as Parameters<typeof serve>[4]);
    },
    { prefix: '/office' },
  );
}

/** Calls on one person's data: view, export, erase. */
function peopleCalls(context: Context) {
  const { db } = context;
  const note = (caller: Caller, action: string, email: string) =>
    audit(db, caller, { area: 'people', action, record: tagOf(email) });
  return {
    'POST /people/show': async ({ caller, body: { email } }) => {
      await note(caller, 'show', email);
      return collectPerson(db, email);
    },
    'POST /people/export': async ({ caller, body: { email }, reply }) => {
      await note(caller, 'export', email);
      return asFile(reply, 'person.json', 'application/json')
        .serializer(String)
        .send(`${JSON.stringify(await collectPerson(db, email), null, 2)}\n`);
    },
    'POST /people/erase': ({ caller, body: { email } }) => erasePerson(context, email, caller),
  } satisfies Partial<Handlers>;
}

const MOST = 100;

const overviewCalls = ({ db }: Context) =>
  ({
    /** Open payment problems, and present alarms of the machine, in the words of their mails. */
    'GET /attention': async () => {
      const [raised, problems] = await Promise.all([
        db.select().from(alarms).where(isOfMachine).orderBy(desc(alarms.raisedAt)).limit(MOST),
        openProblems(db),
      ]);
      const rows = [
        ...problems.map((problem) => ({ ...problem, name: problemAlarm(problem), raisedAt: problem.createdAt })),
        ...raised.map((alarm) => ({ ...alarm, paymentId: null, orderId: null })),
      ];
      return listed(rows.map(wireOf));
    },
    'GET /backups': async () =>
      listed(await db.select({ made_at: backups.createdAt }).from(backups).orderBy(desc(backups.createdAt)).limit(1)),
    /** The audit, newest first. It is append-only. */
    'GET /audit': async ({ query: { area, record, ...page } }) => {
      const where = and(area && eq(officeAudit.area, area), record ? eq(officeAudit.record, record) : undefined);
      const rows = db.select().from(officeAudit).where(where).orderBy(desc(officeAudit.id));
      const whole = sql`from ${officeAudit} where ${where ?? true}`;
      const found = await pageOf(db, page, whole, (limit, offset) => rows.limit(limit).offset(offset));
      return { ...found, data: found.data.map(wireOf) };
    },
  }) satisfies Partial<Handlers>;
