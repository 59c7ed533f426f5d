import type { FormName } from '../db/schema';
import { RefusedError } from '../errors';
import { FORM_SCHEMAS, type FormFields } from '../schemas/forms';

/** A form was filled in wrongly. */
export class InvalidFormError extends RefusedError {
  constructor(
    /** One sentence per field that needs attention. */
    readonly problems: readonly { field: string; message: string }[],
    status = 422,
  ) {
    super(status, problems.map((problem) => problem.message).join(' '));
  }
}

/** @throws InvalidFormError with a sentence for each field that is wrong */
export function validateForm<F extends FormName>(form: F, body: unknown): FormFields<F> {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const parsed = FORM_SCHEMAS[form].safeParse(given);
  if (parsed.success) return parsed.data as FormFields<F>;
  const problems = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '');
    if (!problems.has(field)) problems.set(field, issue.message);
  }
  throw new InvalidFormError([...problems].map(([field, message]) => ({ field, message })));
}
