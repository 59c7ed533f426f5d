import { UPLOAD_LIMIT_BYTES, UPLOAD_TYPES, UPLOAD_TYPES_SENTENCE } from 'api-wire/enquiry-limits';
import { problemOfValue } from 'api-wire/field-rule';
import type { FieldSpec } from './form-specs';

type Control = HTMLInputElement | HTMLTextAreaElement;

export const controlOf = (form: HTMLFormElement, name: string): Control | undefined => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : undefined;
};

const ofFile = (file: File | undefined): string | undefined => {
  if (!file) return undefined;
  if (!file.type.startsWith('image/') && file.type !== 'application/pdf') return 'Please choose a picture or a PDF.';
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return UPLOAD_TYPES_SENTENCE;
  if (file.size > UPLOAD_LIMIT_BYTES) return 'Please choose a file of 10 MB or less.';
  return undefined;
};

/** What is wrong with a field, in words; undefined when it may be sent. */
export function problemOf(control: Control, field: FieldSpec): string | undefined {
  if (field.kind === 'file') return ofFile(control instanceof HTMLInputElement ? control.files?.[0] : undefined);
  return problemOfValue(field, control.value);
}

export type Problems = Readonly<Record<string, string>>;

/** Every field that may not be sent yet, in the order of the form. */
export function problemsOf(form: HTMLFormElement, fields: FieldSpec[]): Problems {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const control = controlOf(form, field.name);
    const problem = control && problemOf(control, field);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}
