import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { saveResponseSchema } from '../../../wire/enquiries';
import { enrolmentResponseSchema, enrolmentSchema } from '../../../wire/enrolments';
import { missingProblem } from '../../../wire/field-rule';
import { ENROLMENT_FIELDS } from '../../../wire/form-fields';
import { requireOpen } from '../../catalogue/offer';
import type { Context } from '../../context';
import { submissionKey } from '../../enquiries/submission';
import { saveEnrolment } from '../../enrolments/save';
import { tieOrders } from '../../enrolments/tie';
import { InvalidFormError } from '../../errors';
import { problemsOf } from '../../plugins/validation';
import { submissionIdOf } from '../forms/submission-id';

const MISSING: ReadonlySet<string> = new Set(ENROLMENT_FIELDS.map(missingProblem));

/** Who wants to take which course, kept before anything is paid. */
export async function enrolmentRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, orderLimiter, metrics, outgoing, owner } = context;

  app.post(
    '/enrolments',
    {
      schema: {
        tags: ['orders'],
        summary: 'Keeps who wants to take which course; the order then names it in the header Enrolment-Id',
        body: enrolmentSchema,
        response: { 200: enrolmentResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
      },
      preValidation: async (request) => {
        await orderLimiter.take({ address: request.ip, submission: submissionIdOf(request) });
      },
      // As the form's own alerts: the first field that is empty alone, or else a sentence for each that is wrong.
      schemaErrorFormatter: (errors) => {
        const problems = problemsOf(errors);
        const missing = problems.find(({ message }) => MISSING.has(message));
        return new InvalidFormError(missing ? [missing] : problems);
      },
    },
    async (request) => {
      const attempt = submissionIdOf(request);
      await requireOpen(database.db, request.body.course);
      const key = submissionKey(attempt, ['enrolment', request.body], request.ip);
      const id = await saveEnrolment(database.db, request.body, key, attempt);
      await database.db.transaction((tx) => tieOrders({ outgoing, owner }, tx, attempt));
      outgoing.wake();
      metrics.orders.inc({ event: 'enrolled' });
      return { success: true, id };
    },
  );
}
