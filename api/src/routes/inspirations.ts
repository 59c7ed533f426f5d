import { finished } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import { SUBMISSION_FIELD, SUBMISSION_HEADER, saveResponseSchema, UPLOAD_LIMIT_BYTES } from 'contracts/enquiries';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { saveInspiration } from '../enquiries/save';
import { readNotice, readSubmissionId, submissionKey } from '../enquiries/submission';
import { signsOf } from '../enquiries/suspicion';
import { InvalidFormError, validateForm } from '../enquiries/validate';
import { RefusedError } from '../errors';
import { BODY_LIMIT_BYTES } from '../limits';
import { wantsPage } from '../plugins/failures';
import { cutOff, formParts } from '../plugins/form-parts';
import { formPostSchemas } from '../schemas/wire';
import { requireSpace } from '../uploads/free-space';
import { inTurn } from '../uploads/in-turn';
import { atLeastSpeed } from '../uploads/least-speed';
import { slotsPerAddress } from '../uploads/slots';
import type { StoredFile } from '../uploads/store';

const FILE_FIELDS = new Set(['inspirations[]', 'inspirations']);
const LARGEST_BODY = UPLOAD_LIMIT_BYTES + BODY_LIMIT_BYTES;
/** A body that is somewhat too large is read to its end, because a browser shows an answer only after it has sent all. */
const LARGEST_DRAIN = 4 * LARGEST_BODY;
/** Each upload under way costs about half a megabyte; those that wait cost next to nothing. */
const RECEIVED_AT_ONCE = 32;
const LONGEST_QUEUE = 1000;
/** A whole office behind one address may send at once, and still leaves most places to others. */
const UPLOADS_PER_ADDRESS = 12;
/** What is held of each upload on its way to the disk; hundreds may come at once. */
const BUFFER_BYTES = 16 * 1024;
const LIMITS = { fields: 24, parts: 30, fieldNameSize: 100, fieldSize: 24 * 1024, fileSize: UPLOAD_LIMIT_BYTES };
const TOO_LARGE = 'This file is larger than 10 MB. Please choose a smaller one.';

interface Received {
  fields: Record<string, string>;
  file: StoredFile | undefined;
  problem: unknown;
}

/** A body that does not tell its size counts as the largest. */
const bodyBytes = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? LARGEST_BODY);

const refuseLarge = async (request: FastifyRequest): Promise<void> => {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length <= LARGEST_BODY) return;
  if (length <= LARGEST_DRAIN) {
    request.raw.resume();
    await finished(request.raw, { writable: false });
  }
  throw new RefusedError(413, TOO_LARGE);
};

/** The studio form: fields and one file, which streams to disk. It is kept and mailed in one go. */
export async function inspirationRoute(app: FastifyInstance, context: Context): Promise<void> {
  const { config, database, limiter, metrics, outgoing, uploads } = context;
  await app.register(multipart);
  const slots = slotsPerAddress(UPLOADS_PER_ADDRESS);
  const receiving = inTurn(RECEIVED_AT_ONCE, LONGEST_QUEUE);

  /** Reads the whole request; a problem on the way is remembered, so that the rest is still taken off the line. */
  const receive = async (request: FastifyRequest): Promise<Received> => {
    const received: Received = { fields: {}, file: undefined, problem: undefined };
    const take = async (part: MultipartFile): Promise<void> => {
      const wanted = FILE_FIELDS.has(part.fieldname) && !received.problem && !received.file;
      if (!wanted) {
        if (part.filename || received.file) received.problem ??= new RefusedError(422, 'Please choose one file only.');
        part.file.resume();
        return;
      }
      await requireSpace(uploads.folder, config.diskReserveBytes).catch((error: unknown) => {
        // A part that nobody reads would hold up the rest of the form.
        part.file.resume();
        throw error;
      });
      received.file = await uploads.receive(part.file, part.filename ?? '');
    };
    try {
      for await (const part of formParts(request, { limits: LIMITS, fileHwm: BUFFER_BYTES })) {
        if (part.type === 'file') await take(part).catch((error: unknown) => (received.problem ??= cutOff(error)));
        else if (part.valueTruncated || part.fieldnameTruncated)
          received.problem ??= new RefusedError(413, 'A field of this form is too long.');
        else received.fields[part.fieldname] = String(part.value);
      }
    } catch (error) {
      received.problem ??= error;
    }
    return received;
  };

  const keep = async (request: FastifyRequest, { fields, file, problem }: Received): Promise<boolean> => {
    const id = readSubmissionId(request.headers[SUBMISSION_HEADER.toLowerCase()] || fields[SUBMISSION_FIELD]);
    if (problem instanceof RefusedError)
      throw new InvalidFormError([{ field: 'file', message: problem.message }], problem.status);
    if (problem) throw problem;
    const valid = validateForm('studio', fields);
    const key = submissionKey(id, ['studio', valid, file?.sha256 ?? ''], request.ip);
    const fresh = await saveInspiration(
      database.db,
      outgoing,
      { form: 'studio', fields: valid, key, signs: signsOf(fields), notice: readNotice(fields) },
      file,
    );
    metrics.enquiries.inc({ form: 'studio', outcome: 'kept' });
    return fresh;
  };

  app.route({
    method: 'POST',
    url: '/save_inspiration.php',
    config: { form: 'studio' },
    bodyLimit: LARGEST_BODY,
    schema: {
      tags: ['enquiries'],
      summary: 'Keeps an inspiration with its file, and mails it',
      body: formPostSchemas.studio,
      consumes: ['multipart/form-data'],
      response: { 200: saveResponseSchema },
    },
    validatorCompiler: () => (value) => ({ value }),
    // Before the body is touched: what is refused here must not fill the disk.
    preParsing: async (request, _reply, payload) => {
      await refuseLarge(request);
      return payload;
    },
    handler: async (request, reply) => {
      if (!request.isMultipart()) throw new RefusedError(415, 'This call takes multipart form data.');
      // No e-mail call belongs to it, so that each upload counts by itself, also under an id that was used before.
      await limiter.take({ address: request.ip, bytes: bodyBytes(request) });
      const received = await slots.hold(request.ip, () =>
        receiving(() => atLeastSpeed(request.raw, () => receive(request))),
      );
      request.kept = received.fields;
      const discard = async () => {
        if (received.file) await uploads.discard(received.file.storedName);
      };
      try {
        if (!(await keep(request, received))) await discard();
      } catch (error) {
        // After any other failure the row may be there all the same; the next start's sweep knows better.
        if (error instanceof RefusedError) await discard();
        throw error;
      }
      if (wantsPage(request)) return reply.redirect('/thank-you', 303);
      return { success: true, message: 'Thank you. We have your inspiration.' };
    },
  });
}
