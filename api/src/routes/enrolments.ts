import { SUBMISSION_HEADER, saveResponseSchema } from 'contracts/enquiries';
import { enrolmentResponseSchema, enrolmentSchema } from 'contracts/enrolments';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Context } from '../context';
import { readSubmissionId, submissionKey } from '../enquiries/submission';
import { saveEnrolment } from '../enrolments/save';
import { validateEnrolment } from '../enrolments/validate';

/** Who wants to take which course, kept before anything is paid. */
export async function enrolmentRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, orderLimiter, metrics } = context;

  app.post(
    '/enrolments',
    {
      schema: {
        tags: ['orders'],
        summary: 'Keeps who wants to take which course; the order then names it in the header Enrolment-Id',
        body: enrolmentSchema,
        response: { 200: enrolmentResponseSchema, 422: saveResponseSchema },
      },
      validatorCompiler: () => (value: unknown) => ({ value }),
    },
    async (request) => {
      const submission = readSubmissionId(request.headers[SUBMISSION_HEADER.toLowerCase()]);
      await orderLimiter.take({ address: request.ip, submission });
      const fields = validateEnrolment(request.body);
      const key = submissionKey(submission, ['enrolment', fields], request.ip);
      const id = await saveEnrolment(database.db, fields, key);
      metrics.orders.inc({ event: 'enrolled' });
      return { success: true, id };
    },
  );
}
