import type { FieldRule } from './field-rule';

/** Templates of the e-mail service, each with its setting: `EMAILJS_TEMPLATE_HOME`. */
export const MAIL_TEMPLATES = ['home', 'modal', 'contact'] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];
export const templateSetting = (template: MailTemplate) =>
  `EMAILJS_TEMPLATE_${template.toUpperCase() as Uppercase<MailTemplate>}` as const;

/** Declaration of an enquiry form for page, API, mail and office. */
export interface FormDeclaration {
  /** Name in mails and in the office. */
  readonly title: string;
  /** Host that takes it. */
  readonly host: 'forms' | 'studio';
  readonly path: string;
  /** In the order in which they are shown, checked, stored and mailed. */
  readonly fields: readonly FieldRule[];
  /** Optional file control. */
  readonly file?: { readonly name: string; readonly label: string; readonly hint: string };
  readonly submit: string;
  /** `page`: leads to the thank-you page; `panel`: thanks in place. */
  readonly thanks: 'page' | 'panel';
  /** Template by which the browser has the e-mail service mail it; without one the API does. */
  readonly mail?: MailTemplate;
}

export const UPLOAD_LIMIT_MB = 10;
export const UPLOAD_LIMIT_BYTES = UPLOAD_LIMIT_MB * 1024 * 1024;
export const UPLOAD_LIMIT = `${UPLOAD_LIMIT_MB} MB`;

export type FormName = 'home' | 'modal' | 'contact' | 'studio';

const name = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  maxLength: 120,
  autoComplete: 'name',
  column: 'name',
} as const;
const email = {
  name: 'email',
  label: 'Email',
  kind: 'email',
  maxLength: 254,
  autoComplete: 'email',
  half: true,
  column: 'email',
} as const;
const phone = {
  name: 'phone',
  label: 'Phone',
  noun: 'phone number',
  kind: 'tel',
  maxLength: 32,
  autoComplete: 'tel',
  half: true,
  column: 'phone',
} as const;
const message = { name: 'message', label: 'Message', kind: 'area', maxLength: 5000, column: 'message' } as const;
const firstName = { name: 'fname', label: 'First name', autoComplete: 'given-name', column: 'fname' } as const;
const lastName = { name: 'lname', label: 'Last name', autoComplete: 'family-name', column: 'lname' } as const;
const subject = { name: 'subject', label: 'Subject', kind: 'text', maxLength: 200, column: 'subject' } as const;

/** The enquiry forms. A field added here is shown, checked, stored, mailed, searched, exported, and in the office. */
export const FORMS: Readonly<Record<FormName, FormDeclaration>> = {
  home: {
    title: 'Home page enquiry',
    host: 'forms',
    path: '/save_home_form.php',
    fields: [{ ...name, ...firstName, half: true }, { ...name, ...lastName, half: true }, email, phone, message],
    submit: 'Send Message',
    thanks: 'page',
    mail: 'home',
  },
  modal: {
    title: 'Enquiry',
    host: 'forms',
    path: '/save_modal_form.php',
    fields: [name, email, phone, message],
    submit: 'Send Message',
    thanks: 'panel',
    mail: 'modal',
  },
  contact: {
    title: 'Contact page enquiry',
    host: 'forms',
    path: '/save_form.php',
    fields: [name, email, phone, subject, message],
    submit: 'Send Message',
    thanks: 'page',
    mail: 'contact',
  },
  studio: {
    title: 'Design studio inspiration',
    host: 'studio',
    path: '/save_inspiration.php',
    fields: [name, { ...phone, name: 'number', label: 'Phone number' }, email],
    file: { name: 'inspirations[]', label: 'Your inspiration', hint: `A picture or a PDF, up to ${UPLOAD_LIMIT}.` },
    submit: 'Submit',
    thanks: 'page',
  },
};

export const FORM_NAMES = Object.keys(FORMS) as [FormName, ...FormName[]];

/** Fields of an enrolment. The first empty field is reported alone; if none is empty, all invalid ones. */
export const ENROLMENT_FIELDS = [name, email, phone] as const satisfies readonly FieldRule[];

/* Technical fields and headers. */

/** Media types that the studio form accepts. Phone browsers convert other pictures to one of these. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf'] as const;
export const UPLOAD_TYPES_SENTENCE = 'Please choose a JPEG, PNG, WebP or GIF picture, or a PDF.';

/*
 * Headers for JSON and multipart, form fields for url-encoded posts and e-mail calls: scripts send only the visitor's fields.
 */

export const SUBMISSION_HEADER = 'Idempotency-Key';
export const SUBMISSION_FIELD = 'submission_id';
/** Hidden field for bots. Browsers do not autofill its name, as they would "company". */
export const HONEYPOT_FIELD = 'leave_empty';
/** Seconds between showing a form and sending it. */
export const FILL_SECONDS_HEADER = 'Fill-Seconds';
export const FILL_SECONDS_FIELD = 'fill_seconds';
/** Version of the data protection notice beside the form; its field is the site's, as the notice is. */
export const NOTICE_HEADER = 'Notice-Version';
/** Header of an order with its enrolment's id. */
export const ENROLMENT_HEADER = 'Enrolment-Id';
