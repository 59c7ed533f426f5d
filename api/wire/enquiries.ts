import * as z from 'zod';
import { type FieldRule, missingProblem, PATTERNS, problemOfValue } from './field-rule';
import { FORM_FIELDS } from './form-fields';

export {
  ENROLMENT_HEADER,
  FILL_SECONDS_FIELD,
  HONEYPOT_FIELD,
  SUBMISSION_FIELD,
  SUBMISSION_HEADER,
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TYPES,
  UPLOAD_TYPES_SENTENCE,
} from './enquiry-limits';

/** The check is the browser's own; what it asks for is written beside it for those who read the schema. */
const text = (rule: FieldRule) =>
  z
    .string({ error: missingProblem(rule) })
    .trim()
    .superRefine((value, context) => {
      const problem = problemOfValue(rule, value);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({
      title: rule.label,
      minLength: 1,
      maxLength: rule.maxLength,
      pattern: `^\\s*${PATTERNS[rule.kind]?.source ?? '\\S[\\s\\S]*'}\\s*$`,
    });

/** The schema of a form with these fields. The values that it gives have no spaces around them. */
export const objectOf = <N extends string>(rules: readonly (FieldRule & { readonly name: N })[]) =>
  z.object(Object.fromEntries(rules.map((rule) => [rule.name, text(rule)])) as Record<N, z.ZodString>);

/** What each form must hold. */
export const FORM_SCHEMAS = {
  home: objectOf(FORM_FIELDS.home),
  modal: objectOf(FORM_FIELDS.modal),
  contact: objectOf(FORM_FIELDS.contact),
  studio: objectOf(FORM_FIELDS.studio),
} as const;

/** What every save answers. `message` is for the visitor. */
export const saveResponseSchema = z.object({ success: z.boolean(), message: z.string().optional() });
export type SaveResponse = z.output<typeof saveResponseSchema>;
