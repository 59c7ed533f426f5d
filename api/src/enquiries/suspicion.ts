import { FILL_SECONDS_FIELD, HONEYPOT_FIELD } from '../../wire/enquiries';
import type { FieldRule } from '../../wire/field-rule';
import { type EnquiryForm, FORMS } from '../../wire/forms';

/** People read a form before they send it. Autofill is fast, too, so that this is only a weak sign. */
const FAST_SECONDS = 3;
const MANY_LINKS = 3;
/** A sign of this weight, or several that add up to it, make a submission suspect. */
const SUSPECT_WEIGHT = 2;

const LINK = /\bhttps?:\/\/|\bwww\./gi;
const MARKUP = /\[(url|link)\b|<a\s[^>]*href/i;

/** What is known of a submission beside the fields of its form. */
type Body = Readonly<Record<string, unknown>>;

const textOf = (body: Body, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};
const linksIn = (text: string): number => text.match(LINK)?.length ?? 0;
const isFast = (_form: EnquiryForm, body: Body): boolean => {
  const text = textOf(body, FILL_SECONDS_FIELD);
  return text !== '' && Number(text) < FAST_SECONDS;
};

/** What was typed into the fields of a kind. */
const typed = (form: EnquiryForm, body: Body, kind: FieldRule['kind']): string[] =>
  FORMS[form].fields.filter((field) => field.kind === kind).map(({ name }) => textOf(body, name));

/** Every sign that counts, with its weight. docs/shop/enquiries.md says the reason of each. */
const SIGNS = {
  'hidden-field': { weight: 2, is: (_form: EnquiryForm, body: Body) => textOf(body, HONEYPOT_FIELD) !== '' },
  'link-markup': {
    weight: 2,
    is: (form: EnquiryForm, body: Body) => typed(form, body, 'area').some((text) => MARKUP.test(text)),
  },
  'many-links': {
    weight: 1,
    is: (form: EnquiryForm, body: Body) => typed(form, body, 'area').some((text) => linksIn(text) >= MANY_LINKS),
  },
  'link-in-name': {
    weight: 1,
    is: (form: EnquiryForm, body: Body) => typed(form, body, 'text').some((text) => linksIn(text) > 0),
  },
  fast: { weight: 1, is: isFast },
} as const;

export type Sign = keyof typeof SIGNS;

/** What makes a submission look like spam. It is kept and mailed all the same: these only mark it. */
export const signsOf = (form: EnquiryForm, body: unknown): Sign[] => {
  const given = typeof body === 'object' && body !== null ? (body as Body) : {};
  return (Object.keys(SIGNS) as Sign[]).filter((name) => SIGNS[name].is(form, given));
};

export const isSuspect = (signs: readonly Sign[]): boolean =>
  signs.reduce((sum, name) => sum + SIGNS[name].weight, 0) >= SUSPECT_WEIGHT;
