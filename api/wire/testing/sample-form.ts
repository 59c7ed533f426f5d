import type { FieldRule } from '../field-rule';
import { FORMS, type FormName } from '../forms';

const BY_KIND: Readonly<Record<FieldRule['kind'], string>> = {
  text: 'Meena Raman',
  email: 'meena@mill.example',
  tel: '+91 98400 00000',
  area: 'Forty sets of kitchen whites.',
};

/** Required fields of a form. Tests read them here, so that an additional field breaks none. */
export const requiredOf = (form: FormName): FieldRule[] => FORMS[form].fields.filter(({ optional }) => !optional);

/** Sample values of the required fields, by their name or label. */
export const sampleOf = (form: FormName, key: 'name' | 'label' = 'name'): Record<string, string> =>
  Object.fromEntries(requiredOf(form).map((field) => [field[key], BY_KIND[field.kind]]));
