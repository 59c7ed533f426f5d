import * as z from 'zod';
import { type FieldRule, KINDS, keptOf, missingProblem, problemOfValue } from './field-rule';
import { FORMS, type FormName } from './forms';

/** Schema of a text field. The check is the browser's own function; the JSON Schema documents it. */
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

/** Returns the schema of a form with these fields. It outputs the values to store. */
export const objectOf = <N extends string>(rules: readonly (FieldRule & { readonly name: N })[]) =>
  z.object(Object.fromEntries(rules.map((rule) => [rule.name, text(rule)])) as unknown as Record<N, z.ZodString>);

/** Values of a form by field. Every form has an e-mail address. */
export type FormFields = Readonly<Record<string, string>> & { readonly email: string };

export const formSchema = (form: FormName) => objectOf<string>(FORMS[form].fields);

/** Response of every save. `message` is for the visitor. */
export const saveResponseSchema = z.object({ success: z.boolean(), message: z.string().optional() });
export type SaveResponse = z.output<typeof saveResponseSchema>;
