/* What travels beside the fields of the forms, apart from the schemas: the browser needs this and not the schema library. */

/** One file, 10 MB. */
export const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;

/** Kinds of file that the studio form takes. Browsers on phones turn other pictures into one of these by themselves. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf'] as const;
export const UPLOAD_TYPES_SENTENCE = 'Please choose a JPEG, PNG, WebP or GIF picture, or a PDF.';

/** Header (JSON, multipart) and form field (url-encoded, e-mail call) that carry the submission's id. */
export const SUBMISSION_HEADER = 'Idempotency-Key';
export const SUBMISSION_FIELD = 'submission_id';
/** Hidden from people. Its name is in no list of what browsers fill in by themselves, as "company" is. */
export const HONEYPOT_FIELD = 'leave_empty';
/** Seconds from the first sight of a form to its sending; travels with the e-mail call. */
export const FILL_SECONDS_FIELD = 'fill_seconds';
/** Header of an order that names the enrolment it is made for. */
export const ENROLMENT_HEADER = 'Enrolment-Id';
