import type { FieldRule } from 'api-wire/field-rule';
import { type EnquiryForm, SUBMISSION_FIELD } from 'api-wire/forms';
import { controlOf } from './problems';

const keyOf = (form: EnquiryForm) => `enquiry-draft:${form}`;

/** Storage may be switched off or full; a form works without it. */
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const namesOf = (fields: readonly FieldRule[]) => [...fields.map(({ name }) => name), SUBMISSION_FIELD];

/** What someone typed: what a field held before is not theirs to keep. A hidden field has its value for its default. */
const typedIn = (control: ReturnType<typeof controlOf>): string =>
  control && (control.type === 'hidden' || control.value !== control.defaultValue) ? control.value : '';

/** Keeps what is typed, and the submission's id, for as long as the tab lives. Files cannot be kept. */
export function keepDraft(element: HTMLFormElement, form: EnquiryForm, fields: readonly FieldRule[]): void {
  const values = Object.fromEntries(namesOf(fields).map((name) => [name, typedIn(controlOf(element, name))]));
  attempt(() => sessionStorage.setItem(keyOf(form), JSON.stringify(values)));
}

/** Puts a kept draft back; what is already typed, before scripts ran, stays and is kept as well. */
export function restoreDraft(element: HTMLFormElement, form: EnquiryForm, fields: readonly FieldRule[]): void {
  const values: unknown = attempt(() => JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null'));
  const kept = new Map(Object.entries(values ?? {}));
  const isTyped = namesOf(fields).some((name) => typedIn(controlOf(element, name)) !== '');
  for (const name of namesOf(fields)) {
    const control = controlOf(element, name);
    const value: unknown = kept.get(name);
    if (control && value && typedIn(control) === '' && typeof value === 'string') control.value = value;
  }
  if (isTyped) keepDraft(element, form, fields);
}

export function dropDraft(form: EnquiryForm): void {
  attempt(() => sessionStorage.removeItem(keyOf(form)));
}

const mailedKeyOf = (form: EnquiryForm) => `enquiry-mailed:${form}`;

/**
 * What of a form has been mailed, for as long as the tab lives. When only the save failed, trying again must not send a
 * second mail. The submission's id is part of it, and so is what was typed: a corrected enquiry is mailed again.
 */
const contentOf = (id: string, values: Record<string, string>): string => JSON.stringify([id, values]);

export const wasMailed = (form: EnquiryForm, id: string, values: Record<string, string>): boolean =>
  attempt(() => sessionStorage.getItem(mailedKeyOf(form))) === contentOf(id, values);

export function noteMailed(form: EnquiryForm, id: string, values: Record<string, string>): void {
  attempt(() => sessionStorage.setItem(mailedKeyOf(form), contentOf(id, values)));
}

export function forgetMailed(form: EnquiryForm): void {
  attempt(() => sessionStorage.removeItem(mailedKeyOf(form)));
}
