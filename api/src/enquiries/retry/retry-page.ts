import type { FormName } from '../../db/tables/schema';

/** What the page tells and what it keeps of the visitor's work. */
export interface RetryPage {
  form: FormName;
  /** Where to post again: the last segment of the address, because a proxy may have put a prefix before it. */
  action: string;
  kept: Readonly<Record<string, unknown>>;
  problems: readonly { field?: string; message: string }[];
}
