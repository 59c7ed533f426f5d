import { missingProblem, problemOfValue } from 'api-wire/field-rule';
import { ENROLMENT_FIELDS } from 'api-wire/forms';

export type DetailName = (typeof ENROLMENT_FIELDS)[number]['name'];

/** What the form asks for. */
export type Details = Record<DetailName, string>;

/** A field that needs attention, and takes the focus. */
export interface Problem {
  field: DetailName;
  text: string;
}

export const NO_DETAILS: Details = { name: '', email: '', phone: '' };

/** The first empty field, in the order name, e-mail, phone. An alert names it. */
export const findMissing = (details: Details): Problem | undefined => {
  const rule = ENROLMENT_FIELDS.find(({ name }) => details[name].trim() === '');
  return rule && { field: rule.name, text: missingProblem(rule) };
};

/** The first invalid field; its message is beside it. */
export const findWrong = (details: Details): Problem | undefined => {
  for (const rule of ENROLMENT_FIELDS) {
    const text = problemOfValue(rule, details[rule.name]);
    if (text) return { field: rule.name, text };
  }
  return undefined;
};

/** As it is sent to the provider. */
export const trimmed = ({ name, email, phone }: Details): Details => ({
  name: name.trim(),
  email: email.trim(),
  phone: phone.trim(),
});
