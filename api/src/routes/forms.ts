import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NOTICE_FIELD } from 'site/notice';
import * as z from 'zod';
import {
  FILL_SECONDS_FIELD,
  formSchema,
  HONEYPOT_FIELD,
  SUBMISSION_FIELD,
  saveResponseSchema,
  UPLOAD_LIMIT,
} from '../../wire/enquiries';
import { FORMS } from '../../wire/forms';
import type { Context } from '../context';
import type { FormName } from '../db/tables/schema';
import { RETRY_PAGE_CSS } from '../enquiries/retry-page';
import { contentToken, enquirySaver, saveAndMail, submissionOf } from '../enquiries/submission';
import { RefusedError } from '../errors';
import { isFormPost, wantsPage } from '../plugins/requests';
import { bodyBytes, fileRoute, formReceiver, problemOfFile } from '../uploads/receive';

/** Forms that are mailed by the browser, with the names of their templates. */
export const MAILED_FORMS = Object.entries(FORMS).flatMap(([form, { mail }]) =>
  mail ? [{ form: form as FormName, mail }] : [],
);

/**
 * The forms without a file. JSON comes from scripts, which have sent the mail themselves: it is only kept.
 * A url-encoded post comes from a browser without scripts: it is kept, mailed and thanked for with a page.
 */
export async function formRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, db, limiter, metrics, outgoing } = context;
  const save = enquirySaver(db);

  const keep = async (form: FormName, request: FastifyRequest): Promise<void> => {
    const submission = submissionOf(form, request, request.body);
    if (isFormPost(request)) await saveAndMail(db, outgoing, submission, config);
    else await save(submission);
    metrics.enquiries.inc({ form, outcome: 'kept' });
  };

  for (const { form } of MAILED_FORMS) {
    app.route({
      method: 'POST',
      url: FORMS[form].path,
      config: { form },
      schema: {
        tags: ['enquiries'],
        summary: `Keeps an enquiry of the ${form} form`,
        body: formPostSchema(form),
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        response: { 200: saveResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
      },
      preValidation: async (request) => {
        const submission = contentToken(request, form, request.body);
        await limiter.take({ address: request.ip, submission });
      },
      handler: async (request, reply) => {
        await keep(form, request);
        if (wantsPage(request)) return reply.redirect('/thank-you', 303);
        return { success: true, message: 'Thank you. We have your message.' };
      },
    });
  }

  app.get('/form.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(RETRY_PAGE_CSS),
  );
}

const beside = (what: string) =>
  z
    .string({ error: 'This form could not be recognised. Please reload the page and send it again.' })
    .optional()
    .describe(what);

/** What travels beside the fields that a visitor fills in. */
const extras = {
  [SUBMISSION_FIELD]: beside('Id of the submission, when the Idempotency-Key header cannot be set'),
  [HONEYPOT_FIELD]: beside('Leave empty: what is in it marks the submission as suspect'),
  [FILL_SECONDS_FIELD]: beside('How long it took to fill in the form'),
  [NOTICE_FIELD]: beside('Version of the data protection notice that stood beside the form'),
};

export const formPostSchema = (form: FormName) => formSchema(form).extend(extras);

/** The studio form: fields and one file, which streams to disk. It is kept and mailed in one go. */
export async function inspirationRoute(app: FastifyInstance, context: Context): Promise<void> {
  const { config, db, limiter, metrics, outgoing, uploadPermits, uploads } = context;
  await app.register(multipart);
  const part = FORMS.studio.file?.name ?? '';
  // Some write it without the brackets.
  const receive = formReceiver(uploads, { takesFile: (field) => [field, `${field}[]`].includes(part) });

  const { discard, hooks } = fileRoute(uploads);

  app.route({
    method: 'POST',
    url: FORMS.studio.path,
    config: { form: 'studio' },
    ...hooks,
    schema: {
      tags: ['enquiries'],
      summary: 'Keeps an inspiration with its file, and mails it',
      description: `The file is one image or PDF of up to ${UPLOAD_LIMIT} in the part ${part}.`,
      body: formPostSchema('studio'),
      consumes: ['multipart/form-data'],
      response: { 200: saveResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
    },
    preValidation: async (request) => {
      if (!request.isMultipart()) throw new RefusedError(415, 'This call takes multipart form data.');
      // No e-mail call belongs to it, so that each upload counts by itself, also under an id that was used before.
      await limiter.take({ address: request.ip, bytes: bodyBytes(request) });
      const { fields, file, problem } = await uploadPermits.hold(request.ip, request.raw, (signal) =>
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
      if (!(await saveAndMail(db, outgoing, submission, { file, officeOrigin }))) await discard(request);
      metrics.enquiries.inc({ form: 'studio', outcome: 'kept' });
      if (wantsPage(request)) return reply.redirect('/thank-you', 303);
      return { success: true, message: 'Thank you. We have your inspiration.' };
    },
  });
}
