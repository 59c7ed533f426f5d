import { randomUUID } from 'node:crypto';
import type { FormName } from '../db/tables/schema';
import type { FormFields } from '../schemas/forms';
import type { SubmissionKey } from './submission';
import { isSuspect, type Sign } from './suspicion';

/** A form that passed its schema. */
export interface Submission<F extends FormName = FormName> {
  form: F;
  fields: FormFields<F>;
  key: SubmissionKey;
  /** What makes it look like spam. */
  signs: readonly Sign[];
  /** Version of the data protection notice beside the form. */
  notice: string;
}

/** A submission as a row of `enquiries`, with an id of its own. */
export const columns = ({ form, fields, key, signs, notice }: Submission) => {
  const { number, ...rest } = fields as Record<string, string>;
  return {
    id: randomUUID(),
    submissionKey: key.key,
    form,
    status: isSuspect(signs) ? ('suspect' as const) : ('new' as const),
    signals: [...signs],
    notice,
    email: fields.email,
    phone: number ?? rest.phone ?? '',
    ...(rest.fname !== undefined && { fname: rest.fname }),
    ...(rest.lname !== undefined && { lname: rest.lname }),
    ...(rest.name !== undefined && { name: rest.name }),
    ...(rest.subject !== undefined && { subject: rest.subject }),
    ...(rest.message !== undefined && { message: rest.message }),
  };
};
