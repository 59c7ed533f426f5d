import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { saveResponseSchema } from '../../wire/enquiries';
import { FORMS } from '../../wire/forms';
import type { Context } from '../context';
import { saveAndMail } from '../enquiries/save';
import { submissionOf } from '../enquiries/submission';
import { RefusedError } from '../errors';
import { wantsPage } from '../plugins/form-post';
import { bodyBytes, fileRoute, formReceiver, problemOfFile } from '../uploads/receive';
import { formPostSchema } from './forms';

const FILE_FIELDS = new Set(['inspirations[]', 'inspirations']);

/** The studio form: fields and one file, which streams to disk. It is kept and mailed in one go. */
export async function inspirationRoute(app: FastifyInstance, context: Context): Promise<void> {
  const { config, database, limiter, metrics, outgoing, uploadPlaces: places, uploads } = context;
  await app.register(multipart);
  const receive = formReceiver(uploads, config.diskReserveBytes, { takesFile: (field) => FILE_FIELDS.has(field) });

  const { discard, hooks } = fileRoute(uploads);

  app.route({
    method: 'POST',
    url: FORMS.studio.path,
    config: { form: 'studio' },
    ...hooks,
    schema: {
      tags: ['enquiries'],
      summary: 'Keeps an inspiration with its file, and mails it',
      description: 'The file is one image or PDF of up to 10 MB in the part inspirations[].',
      body: formPostSchema('studio'),
      consumes: ['multipart/form-data'],
      response: { 200: saveResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
    },
    preValidation: async (request) => {
      if (!request.isMultipart()) throw new RefusedError(415, 'This call takes multipart form data.');
      // No e-mail call belongs to it, so that each upload counts by itself, also under an id that was used before.
      await limiter.take({ address: request.ip, bytes: bodyBytes(request) });
      const { fields, file, problem } = await places.hold(request.ip, request.raw, (signal) =>
        receive(request, signal),
      );
      request.kept = fields;
      request.received = file;
      request.body = fields;
      if (problem) throw problemOfFile(problem);
    },
    handler: async (request, reply) => {
      const file = request.received;
      const submission = submissionOf('studio', request, request.body, file?.sha256 ?? '');
      const { officeOrigin } = config;
      if (!(await saveAndMail(database.db, outgoing, submission, { file, officeOrigin }))) await discard(request);
      metrics.enquiries.inc({ form: 'studio', outcome: 'kept' });
      if (wantsPage(request)) return reply.redirect('/thank-you', 303);
      return { success: true, message: 'Thank you. We have your inspiration.' };
    },
  });
}
