import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Caller } from '../../../wire/office/caller';
import type { Db } from '../../db/database';
import { enquiryNotes } from '../../db/tables/office-schema';
import { enquiries } from '../../db/tables/schema';
import { audit } from '../access';

/** Notes something on an enquiry. @returns the note; undefined when there is no such enquiry */
export const addNote = (db: Db, caller: Caller, enquiryId: string, text: string) =>
  db.transaction(async (tx) => {
    const [there] = await tx
      .select({ id: enquiries.id })
      .from(enquiries)
      .where(eq(enquiries.id, enquiryId))
      .for('share');
    if (!there) return undefined;
    const [note] = await tx
      .insert(enquiryNotes)
      .values({ id: randomUUID(), enquiryId, authorId: caller.id, author: caller.name, text })
      .returning();
    await audit(tx, caller, { area: 'inbox', action: 'note', record: enquiryId });
    return note && { id: note.id, author: note.author, text: note.text, created_at: note.createdAt.toISOString() };
  });

/** Removes a note of the caller's own. @returns false when there is none */
export const removeNote = (db: Db, caller: Caller, enquiryId: string, noteId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const gone = await tx
      .delete(enquiryNotes)
      .where(
        and(eq(enquiryNotes.id, noteId), eq(enquiryNotes.enquiryId, enquiryId), eq(enquiryNotes.authorId, caller.id)),
      )
      .returning({ id: enquiryNotes.id });
    if (gone.length > 0) await audit(tx, caller, { area: 'inbox', action: 'remove note', record: enquiryId });
    return gone.length > 0;
  });
