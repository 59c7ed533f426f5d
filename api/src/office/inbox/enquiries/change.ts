import { inArray, sql } from 'drizzle-orm';
import type { Caller } from '../../../../wire/office/caller';
import type { EnquiryPatch } from '../../../../wire/office/inbox';
import type { Db } from '../../../db/database';
import { enquiries } from '../../../db/tables/schema';
import type { Outgoing } from '../../../mail/queue';
import { audit } from '../../access';
import { mailAfterAll } from './mail-after-all';

const BY_HAND = sql`case when 'by-hand' = any(${enquiries.signals}) or ${enquiries.status} = 'suspect'
  then ${enquiries.signals} else array_append(${enquiries.signals}, 'by-hand') end`;

const statusColumns = (status: EnquiryPatch['status']) => {
  if (status === undefined) return {};
  if (status === 'spam') return { status: 'suspect' as const, signals: BY_HAND };
  return { status: 'new' as const, stage: status, signals: sql`array_remove(${enquiries.signals}, 'by-hand')` };
};

const readColumns = (unread: EnquiryPatch['unread']) => {
  if (unread === undefined) return {};
  return { readAt: unread ? null : sql`coalesce(${enquiries.readAt}, now())` };
};

interface Deps {
  db: Db;
  outgoing: Outgoing;
}

/**
 * Changes enquiries. One that was held as spam and comes back is mailed after all.
 * @returns how many there were
 */
export async function changeEnquiries(
  { db, outgoing }: Deps,
  caller: Caller,
  ids: readonly string[],
  { status, assignee, unread }: EnquiryPatch,
): Promise<number> {
  const count = await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(enquiries)
      .where(inArray(enquiries.id, [...ids]))
      .orderBy(enquiries.id)
      .for('update');
    if (rows.length === 0) return 0;
    const set = { ...statusColumns(status), ...readColumns(unread), ...(assignee !== undefined && { assignee }) };
    const found = rows.map(({ id }) => id);
    await tx.update(enquiries).set(set).where(inArray(enquiries.id, found));
    const isBack = status !== undefined && status !== 'spam';
    for (const row of rows) if (isBack && row.status === 'suspect') await mailAfterAll(tx, outgoing, row);
    // Who opened what is noted when it is opened.
    const detail = { ...(status && { status }), ...(assignee !== undefined && { assignee }) };
    const changes = Object.keys(detail).length > 0;
    if (changes)
      await audit(
        tx,
        caller,
        found.map((record) => ({ area: 'inbox', action: 'change', record, detail })),
      );
    return rows.length;
  });
  outgoing.wake();
  return count;
}
