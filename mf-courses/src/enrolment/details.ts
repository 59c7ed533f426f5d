import { keptOf, missingProblem, problemOfValue } from 'api-wire/field-rule';
import { ENROLMENT_FIELDS } from 'api-wire/forms';
import { tabStore } from 'shared-ui/storage';

export type DetailName = (typeof ENROLMENT_FIELDS)[number]['name'];

/** What the form asks for. */
export type Details = Record<DetailName, string>;

/** A field that needs attention, and takes the focus. */
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

/** The first invalid field; its message is beside it. */
export const findWrong = (details: Details): Problem | undefined => {
  for (const rule of ENROLMENT_FIELDS) {
    const text = problemOfValue(rule, details[rule.name]);
    if (text) return { field: rule.name, text };
  }
  return undefined;
};

/** As it is sent to the provider. */
export const keptDetails = (details: Details): Details => detailsOf((rule) => keptOf(rule, details[rule.name]));

/** What is typed outlives closing, failing and reloading. */
export const draft = tabStore<Details>('enrolment-draft');

/** What was typed before a reload. */
export function readDraft(): Details {
  const kept = draft.read();
  return detailsOf(({ name }) => kept[name] ?? '');
}
