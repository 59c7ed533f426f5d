import type { Queries } from '../db/database';
import { mails } from '../db/tables/schema';
import type { Outgoing } from '../mail/queue';
import { isRepeat } from './repeats';
import type { Submission } from './row';
import { isSuspect } from './suspicion';

/** Queues the mail of a submission, once. When the transaction is committed, it is on disk. */
export async function queueMail(
  outgoing: Outgoing,
  db: Queries,
  { form, fields, key, signs, notice }: Submission,
  more: Record<string, string> = {},
): Promise<void> {
  if (await isRepeat(db, mails, key)) return;
  const content = { form, fields: { ...fields, ...more }, suspect: isSuspect(signs), signals: [...signs], notice };
  await outgoing.add(db, { key: key.key, email: fields.email, content });
}
