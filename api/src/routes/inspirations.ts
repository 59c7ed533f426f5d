import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { saveResponseSchema, UPLOAD_LIMIT_BYTES } from '../../wire/enquiries';
import type { Context } from '../context';
import { saveInspiration } from '../enquiries/save';
import { fieldsOf, readNotice, submissionIdOf, submissionKey } from '../enquiries/submission';
import { signsOf } from '../enquiries/suspicion';
import { RefusedError } from '../errors';
import { wantsPage } from '../plugins/form-post';
import { BODY_LIMIT_BYTES } from '../settings/limits';
import { uploadPlaces } from '../uploads/places';
import { formReceiver, problemOfFile } from '../uploads/receive';
import type { StoredFile } from '../uploads/store';
import { formPostSchemas } from './forms';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form, on the disk; no row knows it yet. */
    received?: StoredFile | undefined;
  }
}

/** The studio form: fields and one file, which streams to disk. It is kept and mailed in one go. */
export async function inspirationRoute(app: FastifyInstance, context: Context): Promise<void> {
  const { config, database, limiter, metrics, outgoing, uploads } = context;
  await app.register(multipart);
  const places = uploadPlaces();
  const receive = formReceiver(uploads, config.diskReserveBytes);

  const discard = async ({ received }: FastifyRequest): Promise<void> => {
    if (received) await uploads.discard(received.storedName);
  };

  app.route({
    method: 'POST',
    url: '/save_inspiration.php',
    config: { form: 'studio' },
    bodyLimit: LARGEST_BODY,
    schema: {
      tags: ['enquiries'],
      summary: 'Keeps an inspiration with its file, and mails it',
      description: 'The file is one image or PDF of up to 10 MB in the part inspirations[].',
      body: formPostSchemas.studio,
      consumes: ['multipart/form-data'],
      response: { 200: saveResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
    },
    // Before the body is touched: what is refused here must not fill the disk.
    preParsing: async (request, _reply, payload) => {
      await refuseLarge(request);
      return payload;
    },
    preValidation: async (request, reply) => {
      if (!request.isMultipart()) throw new RefusedError(415, 'This call takes multipart form data.');
      // No e-mail call belongs to it, so that each upload counts by itself, also under an id that was used before.
      await limiter.take({ address: request.ip, bytes: bodyBytes(request) });
      const { fields, file, problem } = await places.hold(request.ip, request.raw, (signal) =>
        receive(request, signal),
      );
      request.kept = fields;
      request.received = file;
      request.body = fields;
      // The rest of a body that was too slow is not waited for.
      if (problem instanceof RefusedError && problem.status === 408) reply.header('connection', 'close');
      if (problem) throw problemOfFile(problem);
    },
    handler: async (request, reply) => {
      const fields = fieldsOf('studio', request.body);
      const id = submissionIdOf(request, request.body);
      const file = request.received;
      const key = submissionKey(id, ['studio', fields, file?.sha256 ?? ''], request.ip);
      const signs = signsOf(request.body);
      const submission = { form: 'studio' as const, fields, key, signs, notice: readNotice(request.body) };
      if (!(await saveInspiration(database.db, outgoing, submission, file, config.officeOrigin)))
        await discard(request);
      metrics.enquiries.inc({ form: 'studio', outcome: 'kept' });
      if (wantsPage(request)) return reply.redirect('/thank-you', 303);
      return { success: true, message: 'Thank you. We have your inspiration.' };
    },
    onError: async (request, _reply, error) => {
      // After any other failure the row may be there all the same; the next start's sweep knows better.
      if (error instanceof RefusedError) await discard(request);
    },
  });
}

/** Of a form with its file, in bytes. */
const LARGEST_BODY = UPLOAD_LIMIT_BYTES + BODY_LIMIT_BYTES;
/** A body that is somewhat too large is read to its end, because a browser shows an answer only after it has sent all. */
const LARGEST_DRAIN = 4 * LARGEST_BODY;
const TOO_LARGE = 'This file is larger than 10 MB. Please choose a smaller one.';

/** A body that does not tell its size counts as the largest. */
const bodyBytes = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? LARGEST_BODY);

/** @throws RefusedError 413 for a body that tells a larger size */
const refuseLarge = async (request: FastifyRequest): Promise<void> => {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length <= LARGEST_BODY) return;
  if (length <= LARGEST_DRAIN) {
    request.raw.resume();
    await finished(request.raw, { writable: false });
  }
  throw new RefusedError(413, TOO_LARGE);
};
