import { FORMS, type FormName } from '../../db/tables/schema';
import type { LeadFilter } from '../../enquiries/leads/filter';
import { StartError } from '../../errors';
import { readSince } from './since';

/** Options that choose leads, for `parseArgs`. */
export const FILTER_OPTIONS = { form: { type: 'string' }, since: { type: 'string' } } as const;

/** @throws StartError when a value is not one */
export function readFilter(values: { form?: string | undefined; since?: string | undefined }): LeadFilter {
  if (values.form !== undefined && !FORMS.includes(values.form as FormName)) {
    throw new StartError(`--form takes one of ${FORMS.join(', ')}; "${values.form}" is none of them.`);
  }
  return { form: values.form as FormName | undefined, since: readSince(values.since) };
}
