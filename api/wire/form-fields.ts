import type { FieldRule } from './field-rule';

const name = { name: 'name', label: 'Name', noun: 'name', kind: 'text', maxLength: 120, autoComplete: 'name' } as const;
const email = {
  name: 'email',
  label: 'E-mail',
  noun: 'email',
  kind: 'email',
  maxLength: 254,
  autoComplete: 'email',
} as const;
const phone = {
  name: 'phone',
  label: 'Phone',
  noun: 'phone number',
  kind: 'tel',
  maxLength: 32,
  autoComplete: 'tel',
} as const;
const message = { name: 'message', label: 'Message', noun: 'message', kind: 'area', maxLength: 5000 } as const;

/** The text fields of the four enquiry forms, in the order in which they are shown, checked, kept and mailed. */
export const FORM_FIELDS = {
  home: [
    { ...name, name: 'fname', label: 'First name', noun: 'first name', autoComplete: 'given-name' },
    { ...name, name: 'lname', label: 'Last name', noun: 'last name', autoComplete: 'family-name' },
    email,
    phone,
    message,
  ],
  modal: [name, email, phone, message],
  contact: [
    name,
    email,
    phone,
    { name: 'subject', label: 'Subject', noun: 'subject', kind: 'text', maxLength: 200 },
    message,
  ],
  /** Beside its file, which travels as `inspirations[]`. */
  studio: [name, { ...phone, name: 'number', label: 'Phone number' }, email],
} as const satisfies Record<string, readonly FieldRule[]>;

/** Of whoever wants to take a course. The first empty field is reported alone, and all invalid ones when none is empty. */
export const ENROLMENT_FIELDS = [name, email, phone] as const satisfies readonly FieldRule[];
