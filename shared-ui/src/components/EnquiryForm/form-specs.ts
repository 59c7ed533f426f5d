import { LIMITS } from 'contracts/enquiry-limits';

export type EnquiryFormName = 'home' | 'modal' | 'contact' | 'studio';

export interface FieldSpec {
  /** As sent, and as the API stores it. */
  name: string;
  label: string;
  kind: 'text' | 'email' | 'tel' | 'area' | 'file';
  autoComplete?: string;
  maxLength?: number;
  /** What the field is called within "Please enter your …". */
  noun: string;
  optional?: boolean;
  hint?: string;
  /** Shares its line with its neighbour where there is room. */
  half?: boolean;
}

export interface FormSpec {
  host: 'forms' | 'studio';
  path: string;
  fields: FieldSpec[];
  idle: string;
  /** `page` goes to the thank-you page, `panel` thanks in place. */
  thanks: 'page' | 'panel';
  /** Which e-mail template announces it; the studio's travels without one. */
  mail?: 'home' | 'modal' | 'contact';
}

/** Digits, and what people put between them. Written for the `v` flag that `pattern` implies. */
export const PHONE_PATTERN = '[\\d\\s\\(\\)+\\-.\\/]{5,}';

const name: FieldSpec = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  autoComplete: 'name',
  maxLength: LIMITS.name,
  noun: 'name',
};
const email: FieldSpec = {
  name: 'email',
  label: 'Email',
  kind: 'email',
  autoComplete: 'email',
  maxLength: LIMITS.email,
  noun: 'email',
  half: true,
};
const phone: FieldSpec = {
  name: 'phone',
  label: 'Phone',
  kind: 'tel',
  autoComplete: 'tel',
  maxLength: LIMITS.phone,
  noun: 'phone number',
  half: true,
};
const message: FieldSpec = {
  name: 'message',
  label: 'Message',
  kind: 'area',
  maxLength: LIMITS.message,
  noun: 'message',
};

export const FORM_SPECS: Record<EnquiryFormName, FormSpec> = {
  home: {
    host: 'forms',
    path: '/save_home_form.php',
    fields: [
      { ...name, name: 'fname', label: 'First name', autoComplete: 'given-name', noun: 'first name', half: true },
      { ...name, name: 'lname', label: 'Last name', autoComplete: 'family-name', noun: 'last name', half: true },
      email,
      phone,
      message,
    ],
    idle: 'Send Message',
    thanks: 'page',
    mail: 'home',
  },
  modal: {
    host: 'forms',
    path: '/save_modal_form.php',
    fields: [name, email, phone, message],
    idle: 'Send Message',
    thanks: 'panel',
    mail: 'modal',
  },
  contact: {
    host: 'forms',
    path: '/save_form.php',
    fields: [
      name,
      email,
      phone,
      { name: 'subject', label: 'Subject', kind: 'text', maxLength: LIMITS.subject, noun: 'subject' },
      message,
    ],
    idle: 'Send Message',
    thanks: 'page',
    mail: 'contact',
  },
  studio: {
    host: 'studio',
    path: '/save_inspiration.php',
    fields: [
      name,
      { ...phone, name: 'number', label: 'Phone number', noun: 'phone number' },
      email,
      {
        name: 'inspirations[]',
        label: 'Your inspiration',
        kind: 'file',
        noun: 'file',
        optional: true,
        hint: 'A picture or a PDF, up to 10 MB.',
      },
    ],
    idle: 'Submit',
    thanks: 'page',
  },
};
