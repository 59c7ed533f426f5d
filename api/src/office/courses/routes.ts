import { changeCourse, readCatalogue } from '../../catalogue/catalogue';
import type { Context } from '../../context';
import { RefusedError } from '../../errors';
import { checkPayments, settleProblems } from '../../orders/problems';
import { wireOf } from '../../support/wire-names';
import { audit, auditVisit, done, found, type Handlers, listed } from '../access';
import { listEnrolments, participantsCsv, readEnrolment } from './enrolments';
import { readStory, refundPayment, sendReceipt } from './order';

/** Enrolments, the story of their orders, refunds, and the catalogue. */
export function courseCalls(context: Context) {
  const { db, alarms, outgoing } = context;
  return {
    'GET /enrolments': ({ query }) => listEnrolments(db, query),
    'GET /enrolments/:id': async ({ caller, params: { id } }) => {
      const enrolment = found(await readEnrolment(db, id));
      await auditVisit(db, caller, { area: 'courses', action: 'open enrolment', record: id });
      return enrolment;
    },
    'GET /orders/:id': async ({ caller, params: { id } }) => {
      const story = found(await readStory(db, id));
      await auditVisit(db, caller, { area: 'courses', action: 'open', record: id });
      return story;
    },
    'POST /orders/:id/refunds': async ({ caller, params: { id }, body }) => {
      await refundPayment(context, caller, id, body);
      await checkPayments(db, alarms, context);
      outgoing.wake();
      return found(await readStory(db, id));
    },
    'POST /orders/:id/receipt': async ({ caller, params: { id }, body }) => {
      const isSent = await sendReceipt(context, caller, id, body.id);
      outgoing.wake();
      return done(isSent);
    },
    'POST /problems/:payment/settle': async ({ caller, params: { payment }, body }) => {
      await db.transaction(async (tx) => {
        const settled = await settleProblems(tx, payment, body);
        if (settled === 0) throw new RefusedError(409, 'This is settled already, or has changed since. Read it again.');
        await audit(tx, caller, { area: 'courses', action: 'settle', record: payment });
      });
      await checkPayments(db, alarms, context);
      return done(true);
    },
    'GET /exports/participants.csv': async ({ caller, query: { course }, reply }) => {
      await audit(db, caller, { area: 'courses', action: 'export', record: course });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="participants.csv"')
        .send(await participantsCsv(db, course));
    },
    'GET /courses': async () => listed((await readCatalogue(db)).map(wireOf)),
    'PATCH /courses/:variant': async ({ caller, params: { variant }, body }) => {
      const { price, next_dates: nextDates, status, place, reason, version } = body;
      const patch = {
        ...(price && { price }),
        ...(status && { status }),
        ...(place !== undefined && { place }),
        ...(nextDates !== undefined && { nextDates }),
      };
      const changed = await db.transaction(async (tx) => {
        await audit(tx, caller, { area: 'courses', action: 'change course', record: variant, detail: patch });
        return changeCourse(tx, variant, patch, { by: caller.name, reason, version });
      });
      return wireOf(changed);
    },
  } satisfies Partial<Handlers>;
}
