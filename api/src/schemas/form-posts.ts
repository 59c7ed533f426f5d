import { NOTICE_FIELD } from 'site/notice';
import * as z from 'zod';
import { FILL_SECONDS_FIELD, FORM_SCHEMAS, HONEYPOT_FIELD, SUBMISSION_FIELD } from '../../wire/enquiries';

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
