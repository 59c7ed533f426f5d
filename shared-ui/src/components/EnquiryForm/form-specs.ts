import type { FieldRule } from 'api-wire/field-rule';
import { FORM_FIELDS } from 'api-wire/form-fields';

export type EnquiryFormName = keyof typeof FORM_FIELDS;

/** Shares its line with its neighbour where there is room. */
interface Placed {
  half?: boolean;
}

/** The one control that holds no text. It may be left empty. */
interface FileSpec extends Placed {
  name: string;
  label: string;
  kind: 'file';
  hint: string;
}

export type TextSpec = FieldRule & Placed;
export type FieldSpec = TextSpec | FileSpec;

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

const HALVES: ReadonlySet<string> = new Set(['fname', 'lname', 'email', 'phone', 'number']);

const placed = (form: EnquiryFormName): TextSpec[] =>
  FORM_FIELDS[form].map((rule) => ({ ...rule, half: HALVES.has(rule.name) }));

export const FORM_SPECS: Record<EnquiryFormName, FormSpec> = {
  home: {
    host: 'forms',
    path: '/save_home_form.php',
    fields: placed('home'),
    idle: 'Send Message',
    thanks: 'page',
    mail: 'home',
  },
  modal: {
    host: 'forms',
    path: '/save_modal_form.php',
    fields: placed('modal'),
    idle: 'Send Message',
    thanks: 'panel',
    mail: 'modal',
  },
  contact: {
    host: 'forms',
    path: '/save_form.php',
    fields: placed('contact'),
    idle: 'Send Message',
    thanks: 'page',
    mail: 'contact',
  },
  studio: {
    host: 'studio',
    path: '/save_inspiration.php',
    fields: [
      ...placed('studio'),
      {
        name: 'inspirations[]',
        label: 'Your inspiration',
        kind: 'file',
        hint: 'A picture or a PDF, up to 10 MB.',
      },
    ],
    idle: 'Submit',
    thanks: 'page',
  },
};
