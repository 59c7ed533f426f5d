import { FILL_SECONDS_FIELD, FORM_SCHEMAS, HONEYPOT_FIELD, SUBMISSION_FIELD } from 'contracts/enquiries';
import { NOTICE_FIELD } from 'contracts/notice';
import { z } from 'zod';

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

export const formPostSchemas = {
  home: FORM_SCHEMAS.home.extend(extras),
  modal: FORM_SCHEMAS.modal.extend(extras),
  contact: FORM_SCHEMAS.contact.extend(extras),
  studio: FORM_SCHEMAS.studio.extend(extras),
};

type MailedForm = 'home' | 'modal' | 'contact';

/**
 * A form as `@emailjs/browser` sends it: its own fields beside those of the form, which the template names. Templates that
 * are set alike are one.
 */
export const sendFormSchema = (templates: Readonly<Record<MailedForm, string>>) => {
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

/** An event of the payment provider, as far as its form is fixed. */
export const webhookSchema = z.looseObject({
  entity: z.literal('event'),
  event: z.string().describe('Such as payment.captured; unknown ones are kept and answered 200'),
  payload: z.looseObject({}),
});

export const webhookResponseSchema = z.object({
  success: z.literal(true),
  outcome: z.enum(['applied', 'unknown_event', 'unknown_order', 'unreadable', 'repeated']),
});
