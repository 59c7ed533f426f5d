import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NOTICE_FIELD } from 'site/notice';
import * as z from 'zod';
import { formSchema, saveResponseSchema } from '../../wire/enquiries';
import {
  FILL_SECONDS_FIELD,
  FORM_NAMES,
  FORMS,
  type FormName,
  HONEYPOT_FIELD,
  MAIL_TEMPLATES,
  SUBMISSION_FIELD,
  templateSetting,
  UPLOAD_LIMIT,
} from '../../wire/forms';
import type { Context } from '../context';
import { RETRY_PAGE_CSS } from '../enquiries/retry-page';
import { contentToken, enquirySaver, saveAndMail, submissionOf } from '../enquiries/submission';
import { InvalidFormError, RefusedError } from '../errors';
import { isFormPost, problemsOf, wantsPage } from '../plugins/requests';
import { BODY_LIMIT_BYTES, type Config } from '../settings/config';
import { bodyBytes, fileRoute, formReceiver, problemOfFile } from '../uploads/receive';

/** Forms that the browser mails, with their templates. */
const MAILED_FORMS = Object.entries(FORMS).flatMap(([form, { mail }]) =>
  mail ? [{ form: form as FormName, mail }] : [],
);

/**
 * Routes of the forms with a template. JSON comes from scripts, which have sent the mail themselves: it is stored. A
 * url-encoded post comes from a browser without scripts: it is stored, mailed and answered with a thank-you page.
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

  // A GET, by a reload or a bookmark, redirects to the form's page.
  for (const { path, host } of Object.values(FORMS))
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      if (!wantsPage(request)) return reply.callNotFound();
      return reply.redirect(host === 'studio' ? '/design-studio' : '/contact', 303);
    });

  app.get('/form.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(RETRY_PAGE_CSS),
  );
}

const beside = (what: string) =>
  z
    .string({ error: 'This form could not be recognised. Please reload the page and send it again.' })
    .optional()
    .describe(what);

/** Technical fields beside the visitor's. */
const extras = {
  [SUBMISSION_FIELD]: beside('Id of the submission, when the Idempotency-Key header cannot be set'),
  [HONEYPOT_FIELD]: beside('Leave empty: what is in it marks the submission as suspect'),
  [FILL_SECONDS_FIELD]: beside('How long it took to fill in the form'),
  [NOTICE_FIELD]: beside('Version of the data protection notice that stood beside the form'),
};

const formPostSchema = (form: FormName) => formSchema(form).extend(extras);

/** Fields of an e-mail call beside its form's. */
interface Service {
  user_id?: unknown;
  service_id?: unknown;
  template_id?: unknown;
}

/**
 * Routes that accept multipart, a file streamed to disk. A form without a template is stored and mailed in one
 * transaction. For the calls `sendForm` and `send` of `@emailjs/browser` 4.4.1, the enquiry is stored and its mail
 * queued; the save that follows finds it by the submission's id. That client expects plain text.
 */
export async function fileFormRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, db, limiter, metrics, outgoing, uploadPermits, uploads } = context;
  const { officeOrigin, emailjs } = config;
  await app.register(multipart);
  const { discard, hooks } = fileRoute(uploads);
  for (const form of FORM_NAMES.filter((each) => !FORMS[each].mail)) {
    const { path, file: { name: part } = { name: '' } } = FORMS[form];
    // Clients write the field's name with or without brackets.
    const receive = formReceiver(uploads, { takesFile: (field) => [field, `${field}[]`].includes(part) });
    app.route({
      method: 'POST',
      url: path,
      config: { form },
      ...hooks,
      schema: {
        tags: ['enquiries'],
        summary: `Keeps an enquiry of the ${form} form, and mails it`,
        ...(part && { description: `One image or PDF of up to ${UPLOAD_LIMIT} may come in the part ${part}.` }),
        body: formPostSchema(form),
        consumes: ['multipart/form-data'],
        response: { 200: saveResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
      },
      preValidation: async (request) => {
        if (!request.isMultipart()) throw new RefusedError(415, 'This call takes multipart form data.');
        // It has no e-mail call, so that each upload counts, even under an id that was used before.
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
        const submission = submissionOf(form, request, request.body, file?.sha256 ?? '');
        if (!(await saveAndMail(db, outgoing, submission, { file, officeOrigin }))) await discard(request);
        metrics.enquiries.inc({ form, outcome: 'kept' });
        if (wantsPage(request)) return reply.redirect('/thank-you', 303);
        return { success: true, message: 'Thank you. We have your message.' };
      },
    });
  }

  const common = { tags: ['e-mail'], response: { 200: z.string().describe('OK') } };
  /** Counts a call together with the save of the same submission. */
  const count = async (request: FastifyRequest, service: Service, fields: unknown): Promise<void> => {
    const form = formOf(service, emailjs);
    const submission = contentToken(request, form, fields);
    await limiter.take({ address: request.ip, submission });
  };
  const keep = async (request: FastifyRequest, reply: FastifyReply, fields: unknown) => {
    const form = formOf(request.body as Service, emailjs);
    const { received: file } = request;
    const submission = submissionOf(form, request, fields);
    const options = { file, officeOrigin, mailOnly: true };
    if (!(await saveAndMail(db, outgoing, submission, options))) await discard(request);
    metrics.enquiries.inc({ form, outcome: 'mail_queued' });
    return reply.type('text/plain; charset=utf-8').send('OK');
  };

  app.route({
    method: 'POST',
    url: '/api/v1.0/email/send-form',
    config: { errors: 'text' },
    ...hooks,
    schema: {
      ...common,
      summary: 'Keeps an enquiry and queues its mail, in the wire form of EmailJS',
      description: `Answers OK in plain text, as that client expects, or the reason why not. One file, an image or PDF of up to ${UPLOAD_LIMIT}, may come in a field of any name. It is kept with the enquiry and attached to the mail.`,
      body: sendFormSchema(emailjs.templates),
      consumes: ['multipart/form-data'],
    },
    serializerCompiler: () => String,
    preValidation: async (request) => {
      if (!request.isMultipart()) throw new RefusedError(415, 'This call takes multipart form data.');
      const call = { address: request.ip, bytes: bodyBytes(request) };
      const isLarge = call.bytes > BODY_LIMIT_BYTES;
      // A file counts by itself, before it is read: its submission's id may come after it.
      const receive = formReceiver(uploads, {
        takesFile: () => true,
        allowFile: async () => (isLarge ? undefined : limiter.take(call)),
        isEmptyNone: true,
      });
      if (isLarge) await limiter.take(call);
      const { fields, file, problem } = isLarge
        ? await uploadPermits.hold(request.ip, request.raw, (signal) => receive(request, signal))
        : await receive(request, new AbortController().signal);
      request.received = file;
      request.body = fields;
      if (problem) throw problem;
      if (file || isLarge) formOf(fields, emailjs);
      else await count(request, fields, fields);
    },
    handler: (request, reply) => keep(request, reply, request.body),
  });

  app.route({
    method: 'POST',
    url: '/api/v1.0/email/send',
    config: { errors: 'text' },
    schema: {
      ...common,
      summary: 'The same with the fields of the form as template_params, in JSON',
      body: sendSchema(emailjs.templates),
    },
    serializerCompiler: () => String,
    schemaErrorFormatter: (errors) =>
      new InvalidFormError(
        problemsOf(
          errors.map((error) => ({ ...error, instancePath: error.instancePath?.replace('/template_params', '') })),
        ),
      ),
    preValidation: async (request) => {
      const given = (request.body ?? {}) as Service & { template_params?: unknown };
      const fields = textsOf(given.template_params);
      await count(request, given, fields);
      request.body = { ...given, template_params: fields };
    },
    handler: (request, reply) => keep(request, reply, (request.body as { template_params: unknown }).template_params),
  });
}

/** Returns values as a form sends them; programs send numbers, too. */
const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  );

/** Returns the form of an e-mail call. @throws RefusedError 400 with the reason when it is not for this site's service */
const formOf = ({ user_id, service_id, template_id }: Service, emailjs: Config['emailjs']): FormName => {
  if (!user_id) throw new RefusedError(400, 'The Public Key is required.');
  if (user_id !== emailjs.publicKey)
    throw new RefusedError(400, 'The Public Key is invalid. Set EMAILJS_PUBLIC_KEY to the key of this service.');
  if (!service_id) throw new RefusedError(400, 'The service ID is required.');
  if (service_id !== emailjs.serviceId)
    throw new RefusedError(400, 'The service ID is not found. Set EMAILJS_SERVICE_ID to the id of this service.');
  if (!template_id) throw new RefusedError(400, 'The template ID is required.');
  const found = MAILED_FORMS.find(({ mail }) => emailjs.templates[mail] === template_id);
  if (found) return found.form;
  const names = MAIL_TEMPLATES.map(templateSetting);
  throw new RefusedError(
    400,
    `The template ID is not found. Set ${names.join(', ')} to the templates of this service.`,
  );
};

type Templates = Config['emailjs']['templates'];

const serviceShape = (template: string) => ({
  user_id: z.string().describe('The public key'),
  service_id: z.string(),
  template_id: z.literal(template).describe('Says which form this is'),
  lib_version: z.string().optional(),
});

/** Returns one schema a template; equal template ids share one. */
const ofTemplates = <T>(templates: Templates, schemaOf: (form: FormName, template: string) => T): [T, ...T[]] => {
  const forms = MAILED_FORMS.filter(
    ({ mail }, index) => MAILED_FORMS.findIndex((one) => templates[one.mail] === templates[mail]) === index,
  );
  const [first, ...others] = forms.map(({ form, mail }) => schemaOf(form, templates[mail]));
  if (!first) throw new Error('No form is mailed.');
  return [first, ...others];
};

/** Schema of `sendForm`: the client's own fields, and those of the template's form. */
const sendFormSchema = (templates: Templates) =>
  z.discriminatedUnion(
    'template_id',
    ofTemplates(templates, (form, template) => formPostSchema(form).extend(serviceShape(template))),
  );

const sendSchema = (templates: Templates) =>
  z.discriminatedUnion(
    'template_id',
    ofTemplates(templates, (form, template) =>
      z.object({ ...serviceShape(template), template_params: formPostSchema(form) }),
    ),
  );
