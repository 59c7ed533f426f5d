import type { z } from 'zod';
import type { FORM_SCHEMAS } from '../../wire/enquiries';
import { FORM_FIELDS } from '../../wire/form-fields';
import type { FormName } from '../db/tables/schema';

export type FormFields<F extends FormName = FormName> = z.output<(typeof FORM_SCHEMAS)[F]>;

/** The fields of the form out of a body that its route has checked, in the form's order: they are kept, mailed and hashed. */
export const fieldsOf = <F extends FormName>(form: F, body: unknown): FormFields<F> => {
  const given = body as Readonly<Record<string, string>>;
  return Object.fromEntries(FORM_FIELDS[form].map(({ name }) => [name, given[name]])) as FormFields<F>;
};

/** How mails name a form. */
export const FORM_TITLES: Readonly<Record<FormName, string>> = {
  home: 'Home page enquiry',
  modal: 'Enquiry',
  contact: 'Contact page enquiry',
  studio: 'Design studio inspiration',
};
