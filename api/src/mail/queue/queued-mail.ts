import type { FormName, MailMessage } from '../../db/tables/schema';

/** A queued mail, as the database keeps it. */
export interface QueuedMail {
  id: string;
  form: FormName | null;
  fields: Record<string, string> | null;
  message: MailMessage | null;
  email: string;
  createdAt: Date;
  /** Looks like spam: its subject says so, so that a mailbox can sort it. */
  suspect: boolean;
}
