import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  courseListSchema,
  coursePatchSchema,
  courseSchema,
  enrolmentListQuery,
  enrolmentListSchema,
  enrolmentRowSchema,
  newRefundSchema,
  orderStorySchema,
  receiptSchema,
  settleSchema,
} from '../../../wire/office/courses';
import { doneSchema } from '../../../wire/office/lists';
import { type Course, changeCourse, readCatalogue } from '../../catalogue/catalogue';
import type { Context } from '../../context';
import { COURSES } from '../../db/tables/orders-schema';
import { RefusedError } from '../../errors';
import { checkPayments, settleProblems } from '../../orders/problems';
import { audit, callerOf, done, found } from '../access';
import { listEnrolments, participantsCsv, readEnrolment } from './enrolments';
import { readStory, refundPayment, sendReceipt } from './order';

const desk = { rights: ['desk'] as const };
const params = z.object({ id: z.uuid() });

const wireOf = ({ variant, label, price, plusTax, status, place, nextDates, version }: Course) => ({
  version,
  variant,
  label,
  price,
  plus_tax: plusTax,
  status,
  place,
  next_dates: nextDates,
});

/** Enrolments, the story of their orders, refunds, and the catalogue. */
export async function courseRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { db, alarms, outgoing } = context;

  app.get(
    '/enrolments',
    { config: desk, schema: { querystring: enrolmentListQuery, response: { 200: enrolmentListSchema } } },
    (request) => listEnrolments(db, request.query),
  );
  app.get(
    '/enrolments/:id',
    { config: desk, schema: { params, response: { 200: enrolmentRowSchema } } },
    async (request) => {
      const enrolment = found(await readEnrolment(db, request.params.id));
      await audit(db, callerOf(request), { area: 'courses', action: 'open enrolment', record: enrolment.id });
      return enrolment;
    },
  );
  app.get('/orders/:id', { config: desk, schema: { params, response: { 200: orderStorySchema } } }, async (request) => {
    const story = found(await readStory(db, request.params.id));
    await audit(db, callerOf(request), { area: 'courses', action: 'open', record: story.id });
    return story;
  });
  app.post(
    '/orders/:id/refunds',
    {
      config: { rights: [], confirmed: true },
      schema: { params, body: newRefundSchema, response: { 200: orderStorySchema } },
    },
    async (request) => {
      const { id } = request.params;
      await refundPayment(context, callerOf(request), id, request.body);
      await checkPayments(db, alarms, context);
      outgoing.wake();
      return found(await readStory(db, id));
    },
  );
  app.post(
    '/orders/:id/receipt',
    { config: desk, schema: { params, body: receiptSchema, response: { 200: doneSchema } } },
    async (request) => {
      const { id } = request.params;
      const isSent = await sendReceipt(context, callerOf(request), id, request.body.id);
      outgoing.wake();
      return done(isSent);
    },
  );
  app.post(
    '/problems/:payment/settle',
    {
      config: { rights: [] },
      schema: {
        params: z.object({ payment: z.string().max(64) }),
        body: settleSchema,
        response: { 200: doneSchema },
      },
    },
    async (request) => {
      const { payment } = request.params;
      const { reason } = request.body;
      await db.transaction(async (tx) => {
        const settled = await settleProblems(tx, payment, reason);
        if (settled === 0) throw new RefusedError(409, 'Nothing of this payment waits to be dealt with.');
        await audit(tx, callerOf(request), { area: 'courses', action: 'settle', record: payment });
      });
      await checkPayments(db, alarms, context);
      return done(true);
    },
  );
  app.get(
    '/exports/participants.csv',
    {
      config: { ...desk, confirmed: true },
      schema: { querystring: z.object({ course: z.enum(COURSES).optional() }) },
    },
    async (request, reply) => {
      const { course } = request.query;
      await audit(db, callerOf(request), { area: 'courses', action: 'export', record: course });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="participants.csv"')
        .send(await participantsCsv(db, course));
    },
  );

  app.get('/courses', { config: desk, schema: { response: { 200: courseListSchema } } }, async () => {
    const data = (await readCatalogue(db)).map(wireOf);
    return { data, total: data.length };
  });
  app.patch(
    '/courses/:variant',
    {
      config: { rights: [] },
      schema: {
        params: z.object({ variant: z.enum(COURSES) }),
        body: coursePatchSchema,
        response: { 200: courseSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { variant } = request.params;
      const { price, next_dates: nextDates, status, place, reason, version } = request.body;
      const patch = {
        ...(price && { price }),
        ...(status && { status }),
        ...(place !== undefined && { place }),
        ...(nextDates !== undefined && { nextDates }),
      };
      const changed = await changeCourse(db, variant, patch, { by: caller.name, reason, version });
      await audit(db, caller, { area: 'courses', action: 'change course', record: variant, detail: patch });
      return wireOf(changed);
    },
  );
}
