import { eq, sql } from 'drizzle-orm';
import type { Caller } from '../../../../wire/office/caller';
import type { Db } from '../../../db/database';
import { enquiryReplies } from '../../../db/tables/office-schema';
import { enquiries } from '../../../db/tables/schema';
import { RefusedError } from '../../../errors';
import type { Outgoing } from '../../../mail/queue';
import { audit } from '../../access';
import { replyKeyOf } from './reply-key';

interface Deps {
  db: Db;
  outgoing: Outgoing;
  /** Where an answer to the reply goes. */
  replyTo: string;
}

/** What somebody writes. The id is the sender's: the same one twice is one mail. */
export interface NewReply {
  id: string;
  subject: string;
  text: string;
}

/**
 * Writes to who sent an enquiry, from the company's address, and keeps what was written with it. The enquiry counts as
 * answered, unless it is further.
 * @returns false when there is no such enquiry
 * @throws RefusedError when this reply was sent before with other words: they are not lost silently
 */
export async function sendReply(
  { db, outgoing, replyTo }: Deps,
  caller: Caller,
  enquiryId: string,
  { id, subject, text }: NewReply,
): Promise<boolean> {
  const found = await db.transaction(async (tx) => {
    const [enquiry] = await tx.select().from(enquiries).where(eq(enquiries.id, enquiryId)).for('update');
    if (!enquiry) return false;
    const to = enquiry.email;
    const added = await tx
      .insert(enquiryReplies)
      .values({ id, enquiryId, author: caller.name, to, subject, text })
      .onConflictDoNothing()
      .returning({ id: enquiryReplies.id });
    if (added.length === 0) {
      const [sent] = await tx.select().from(enquiryReplies).where(eq(enquiryReplies.id, id));
      if (sent?.subject === subject && sent.text === text) return true;
      throw new RefusedError(
        409,
        'This reply was sent already, with the words above. Send it again to send these, too.',
      );
    }
    const message = { to, replyTo, subject, text: `${text}\n`, personal: true };
    await outgoing.add(tx, { key: replyKeyOf(id), email: to, content: { message } });
    await tx
      .update(enquiries)
      .set({
        stage: sql`case when ${enquiries.stage} = 'new' then 'answered' else ${enquiries.stage} end`,
        readAt: sql`coalesce(${enquiries.readAt}, now())`,
      })
      .where(eq(enquiries.id, enquiryId));
    await audit(tx, caller, { area: 'inbox', action: 'reply', record: enquiryId, detail: { reply: id } });
    return true;
  });
  outgoing.wake();
  return found;
}
