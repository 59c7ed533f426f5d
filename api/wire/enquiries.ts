import * as z from 'zod';
import { type FieldRule, KINDS, keptOf, missingProblem, problemOfValue } from './field-rule';
import { FORMS, type FormName } from './forms';

/** The check is the browser's own; what it asks for is written beside it for those who read the schema. */
const text = (rule: FieldRule) => {
  const { label, maxLength, optional } = rule;
  const source = KINDS[rule.kind].pattern?.source ?? '\\S[\\s\\S]*';
  const schema = z
    .string({ error: missingProblem(rule) })
    .overwrite((value) => keptOf(rule, value))
    .superRefine((value, context) => {
      const problem = problemOfValue(rule, value);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    });
  return optional
    ? schema.default('').meta({ title: label, maxLength, pattern: `^\\s*(?:${source})?\\s*$` })
    : schema.meta({ title: label, minLength: 1, maxLength, pattern: `^\\s*${source}\\s*$` });
};

/** The schema of a form with these fields. It gives what is kept of each value. */
export const objectOf = <N extends string>(rules: readonly (FieldRule & { readonly name: N })[]) =>
  z.object(Object.fromEntries(rules.map((rule) => [rule.name, text(rule)])) as unknown as Record<N, z.ZodString>);

/** The values of a form, by the names of its fields. Every form asks for an e-mail address. */
export type FormFields = Readonly<Record<string, string>> & { readonly email: string };

export const formSchema = (form: FormName) => objectOf<string>(FORMS[form].fields);

/** What every save answers. `message` is for the visitor. */
export const saveResponseSchema = z.object({ success: z.boolean(), message: z.string().optional() });
export type SaveResponse = z.output<typeof saveResponseSchema>;
