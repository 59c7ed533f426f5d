import type { FastifyMultipartBaseOptions } from '@fastify/multipart';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Context } from '../context';
import { queueMail } from '../enquiries/save';
import { contentToken, fieldsOf, readNotice, submissionIdOf, submissionKey } from '../enquiries/submission';
import { signsOf } from '../enquiries/suspicion';
import { RefusedError } from '../errors';
import { formParts } from '../plugins/form-post';
import type { Config } from '../settings/config';
import { BODY_LIMIT_BYTES } from '../settings/limits';
import { formPostSchemas } from './forms';

const LIMITS: FastifyMultipartBaseOptions['limits'] = {
  fields: 24,
  parts: 25,
  files: 0,
  fieldNameSize: 100,
  fieldSize: 24 * 1024,
};

const readFields = async (request: FastifyRequest): Promise<Record<string, string>> => {
  const fields: Record<string, string> = {};
  for await (const part of formParts(request, { limits: LIMITS })) {
    if (part.type === 'file') throw new RefusedError(400, 'This form does not take files.');
    if (part.valueTruncated || part.fieldnameTruncated)
      throw new RefusedError(413, 'A field of this form is too long.');
    fields[part.fieldname] = String(part.value);
  }
  return fields;
};

/** Takes what `@emailjs/browser` 4.4.1 sends and queues the mail. Answers in plain text, as that client expects. */
export async function sendFormRoute(app: FastifyInstance, context: Context): Promise<void> {
  const { config, database, limiter, metrics, outgoing } = context;
  await app.register(multipart);

  app.route({
    method: 'POST',
    url: '/api/v1.0/email/send-form',
    config: { errors: 'text' },
    bodyLimit: BODY_LIMIT_BYTES,
    schema: {
      tags: ['e-mail'],
      summary: 'Queues the mail of a form, in the wire form of EmailJS',
      description: 'Answers OK in plain text, as that client expects, or the reason why not.',
      body: sendFormSchema(config.emailjs.templates),
      response: { 200: z.string().describe('OK') },
      consumes: ['multipart/form-data'],
    },
    serializerCompiler: () => String,
    preValidation: async (request) => {
      if (!request.isMultipart()) throw new RefusedError(415, 'This call takes multipart form data.');
      if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES)
        throw new RefusedError(413, 'This form is too large.');
      const fields = await readFields(request);
      const form = formOf(fields, config.emailjs);
      const submission = contentToken(submissionIdOf(request, fields), form, fields);
      await limiter.take({ address: request.ip, submission });
      request.body = fields;
    },
    handler: async (request, reply) => {
      const body = request.body as Record<string, string>;
      const form = formOf(body, config.emailjs);
      const fields = fieldsOf(form, body);
      const key = submissionKey(submissionIdOf(request, body), [form, fields], request.ip);
      await database.db.transaction((tx) =>
        queueMail(outgoing, tx, { form, fields, key, signs: signsOf(body), notice: readNotice(body) }),
      );
      outgoing.wake();
      metrics.enquiries.inc({ form, outcome: 'mail_queued' });
      return reply.type('text/plain; charset=utf-8').send('OK');
    },
  });
}

/** @throws RefusedError 400 with the reason, when the call is not for this site's service */
const formOf = (fields: Record<string, string>, emailjs: Config['emailjs']): 'home' | 'modal' | 'contact' => {
  if (!fields.user_id) throw new RefusedError(400, 'The Public Key is required.');
  if (fields.user_id !== emailjs.publicKey)
    throw new RefusedError(400, 'The Public Key is invalid. Set EMAILJS_PUBLIC_KEY to the key of this service.');
  if (!fields.service_id) throw new RefusedError(400, 'The service ID is required.');
  if (fields.service_id !== emailjs.serviceId)
    throw new RefusedError(400, 'The service ID is not found. Set EMAILJS_SERVICE_ID to the id of this service.');
  if (!fields.template_id) throw new RefusedError(400, 'The template ID is required.');
  const form = (['home', 'modal', 'contact'] as const).find((name) => emailjs.templates[name] === fields.template_id);
  if (!form)
    throw new RefusedError(
      400,
      'The template ID is not found. Set EMAILJS_TEMPLATE_HOME, _MODAL and _CONTACT to the templates of this service.',
    );
  return form;
};

type MailedForm = 'home' | 'modal' | 'contact';

/**
 * A form as `@emailjs/browser` sends it: its own fields beside those of the form, which the template names. Templates that
 * are set alike are one.
 */
const sendFormSchema = (templates: Readonly<Record<MailedForm, string>>) => {
  const forms = (['home', 'modal', 'contact'] as const).map((form) =>
    formPostSchemas[form].extend({
      user_id: z.string().describe('The public key'),
      service_id: z.string(),
      template_id: z.literal(templates[form]).describe('Says which form this is'),
      lib_version: z.string().optional(),
    }),
  );
  const [first, ...others] = forms.filter(
    ({ shape }, index) => forms.findIndex((form) => form.shape.template_id.value === shape.template_id.value) === index,
  );
  if (!first) throw new Error('No form is mailed.');
  return z.discriminatedUnion('template_id', [first, ...others]);
};
