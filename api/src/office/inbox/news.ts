import { sql } from 'drizzle-orm';
import type { News } from '../../../wire/office/inbox';
import type { Db } from '../../db/database';

const text = (moment: string | Date | null): string | null => (moment === null ? null : new Date(moment).toISOString());

/** What a page that follows the inbox has to know. Costs a look into two indexes, and the unread ones. */
export async function readNews(db: Db): Promise<News> {
  const { rows } = await db.execute<{ enquiry: string | null; unread: number; enrolment: string | null }>(sql`
    select (select max(created_at) from enquiries) as enquiry,
           (select count(*)::int from enquiries where read_at is null and status = 'new') as unread,
           (select max(created_at) from enrolments) as enrolment`);
  const [row] = rows;
  return { enquiry: text(row?.enquiry ?? null), unread: row?.unread ?? 0, enrolment: text(row?.enrolment ?? null) };
}
