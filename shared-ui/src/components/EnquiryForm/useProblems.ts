import { type FormEvent, useState } from 'react';
import type { FieldSpec } from './form-specs';
import { controlOf, type Problems, problemOf, problemsOf } from './problems';

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
