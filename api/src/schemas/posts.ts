import {
  contactEnquirySchema,
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
  [HONEYPOT_FIELD]: z.string().optional().describe('Leave empty'),
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
