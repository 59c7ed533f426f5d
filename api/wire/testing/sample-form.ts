import type { FieldRule } from '../field-rule';
import { type EnquiryForm, FORMS } from '../forms';

const BY_KIND: Readonly<Record<FieldRule['kind'], string>> = {
  text: 'Meena Raman',
  email: 'meena@mill.example',
  tel: '+91 98400 00000',
  area: 'Forty sets of kitchen whites.',
};

/** For tests: what a form needs, by name or by label of its fields. So a field more breaks none of them. */
export const sampleOf = (form: EnquiryForm, key: 'name' | 'label' = 'name'): Record<string, string> =>
  Object.fromEntries(
    (FORMS[form].fields as readonly FieldRule[])
      .filter(({ optional }) => !optional)
      .map((field) => [field[key], BY_KIND[field.kind]]),
  );
