import type { FieldRule } from '../field-rule';
import { FORMS, type FormName } from '../forms';

const BY_KIND: Readonly<Record<FieldRule['kind'], string>> = {
  text: 'Meena Raman',
  email: 'meena@mill.example',
  tel: '+91 98400 00000',
  area: 'Forty sets of kitchen whites.',
};

/* For tests: so a field more breaks none of them. */

/** The fields of a form that may not be left empty. */
export const requiredOf = (form: FormName): FieldRule[] => FORMS[form].fields.filter(({ optional }) => !optional);

/** What a form needs, by name or by label of its fields. */
export const sampleOf = (form: FormName, key: 'name' | 'label' = 'name'): Record<string, string> =>
  Object.fromEntries(requiredOf(form).map((field) => [field[key], BY_KIND[field.kind]]));
