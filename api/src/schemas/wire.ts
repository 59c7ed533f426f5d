import {
  contactEnquirySchema,
  FILL_SECONDS_FIELD,
  HONEYPOT_FIELD,
  homeEnquirySchema,
  inspirationSchema,
  modalEnquirySchema,
  SUBMISSION_FIELD,
} from 'contracts/enquiries';
import { z } from 'zod';

/** What travels beside the fields that a visitor fills in. */
const extras = {
  [SUBMISSION_FIELD]: z
    .string()
    .optional()
    .describe('Id of the submission, when the Idempotency-Key header cannot be set'),
  [HONEYPOT_FIELD]: z.string().optional().describe('Leave empty: what is in it marks the submission as suspect'),
  [FILL_SECONDS_FIELD]: z.string().optional().describe('How long it took to fill in the form'),
};

/** The posts as documented; the handlers check the forms by `validateForm`. */
export const formPostSchemas = {
  home: homeEnquirySchema.extend(extras),
  modal: modalEnquirySchema.extend(extras),
  contact: contactEnquirySchema.extend(extras),
  studio: inspirationSchema.extend({
    ...extras,
    'inspirations[]': z.string().describe('One image or PDF of up to 10 MB'),
  }),
};

/** A form as `@emailjs/browser` sends it: its own fields beside those of the form. */
export const sendFormSchema = z.looseObject({
  user_id: z.string().describe('The public key'),
  service_id: z.string(),
  template_id: z.string().describe('Says which form this is'),
  lib_version: z.string().optional(),
  ...extras,
});

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
