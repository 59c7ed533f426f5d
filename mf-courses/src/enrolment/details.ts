import { keptOf, missingProblem, problemOfValue } from 'api-wire/field-rule';
import { ENROLMENT_FIELDS } from 'api-wire/forms';
import { tabStore } from 'shared-ui/storage';

export type DetailName = (typeof ENROLMENT_FIELDS)[number]['name'];

/** Values of the form's fields. */
export type Details = Record<DetailName, string>;

/** An error at a field, which gets the focus. */
export interface Problem {
  field: DetailName;
  text: string;
}

const detailsOf = (textOf: (rule: (typeof ENROLMENT_FIELDS)[number]) => string): Details =>
  Object.fromEntries(ENROLMENT_FIELDS.map((rule) => [rule.name, textOf(rule)])) as Details;

/** The first empty field, in the order name, e-mail, phone. An alert names it. */
export const findMissing = (details: Details): Problem | undefined => {
  const found = ENROLMENT_FIELDS.find((rule) => keptOf(rule, details[rule.name]) === '');
  return found && { field: found.name, text: missingProblem(found) };
};

/** The first invalid field; the form shows the message beside it. */
export const findWrong = (details: Details): Problem | undefined => {
  for (const rule of ENROLMENT_FIELDS) {
    const text = problemOfValue(rule, details[rule.name]);
    if (text) return { field: rule.name, text };
  }
  return undefined;
};

/** The details in the form that the course host and the provider get. */
export const keptDetails = (details: Details): Details => detailsOf((rule) => keptOf(rule, details[rule.name]));

/** The form's input, which survives closing, failure and reload. */
export const draft = tabStore<Details>('enrolment-draft');

/** The input from before a reload; empty where there is none. */
export function readDraft(): Details {
  const kept = draft.read();
  return detailsOf(({ name }) => kept[name] ?? '');
}
