import { type FieldRule, problemOfValue } from 'api-wire/field-rule';
import {
  type EnquiryForm,
  FORMS,
  type FormDeclaration,
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TYPES,
  UPLOAD_TYPES_SENTENCE,
} from 'api-wire/forms';
import { type FormEvent, useState } from 'react';

/** A control of a form: a text that its declaration has a rule for, or its file. */
export type FieldSpec = FieldRule | ({ kind: 'file'; half?: never } & NonNullable<FormDeclaration['file']>);

export const formOf = (name: EnquiryForm): FormDeclaration => FORMS[name];

/** In the order in which they are shown. */
export const controlsOf = ({ fields, file }: FormDeclaration): FieldSpec[] =>
  file ? [...fields, { ...file, kind: 'file' }] : [...fields];

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
function problemOf(control: Control, field: FieldSpec): string | undefined {
  if (field.kind === 'file') return ofFile(control instanceof HTMLInputElement ? control.files?.[0] : undefined);
  return problemOfValue(field, control.value);
}

export type Problems = Readonly<Record<string, string>>;

/** Every field that may not be sent yet, in the order of the form. */
function problemsOf(form: HTMLFormElement, fields: FieldSpec[]): Problems {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const control = controlOf(form, field.name);
    const problem = control && problemOf(control, field);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}

interface FieldProblems {
  /** What is wrong, by field name. */
  problems: Problems;
  /** Looks at every field; the first one at fault gets the focus. @returns whether the form may be sent */
  check(form: HTMLFormElement): boolean;
  /** Looks again at a field that is being changed. */
  correct(event: FormEvent<HTMLFormElement>): void;
}

/** What is wrong with the fields of a form: found when it is sent, and gone as soon as it is put right. */
export function useProblems(fields: FieldSpec[]): FieldProblems {
  const [problems, setProblems] = useState<Problems>({});

  const check = (form: HTMLFormElement): boolean => {
    const found = problemsOf(form, fields);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first) controlOf(form, first)?.focus();
    return !first;
  };

  const correct = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const field = fields.find((candidate) => candidate.name === target.name);
    // Someone still typing is not corrected; a correction is confirmed at once.
    if (!field || (!problems[field.name] && field.kind !== 'file')) return;
    const { [field.name]: _, ...others } = problems;
    const problem = problemOf(target, field);
    setProblems(problem ? { ...others, [field.name]: problem } : others);
  };

  return { problems, check, correct };
}
