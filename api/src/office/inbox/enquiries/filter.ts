import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { EnquiryFilter } from '../../../../wire/office/inbox';
import { enquiries } from '../../../db/tables/schema';

/** A column that the migration made and the database fills; the schema does not name it, because nobody selects it. */
export const WORDS = sql`${enquiries}.words`;

const hasStatus = (status: EnquiryFilter['status']): SQL | undefined => {
  if (status === 'spam') return eq(enquiries.status, 'suspect');
  return and(eq(enquiries.status, 'new'), status && eq(enquiries.stage, status));
};

const hasAssignee = (assignee: string): SQL =>
  assignee === 'none' ? isNull(enquiries.assignee) : eq(enquiries.assignee, assignee);

/** Which enquiries; a query without any word finds none. */
export const conditions = ({ q, status, form, assignee, unread, since, until }: EnquiryFilter): SQL | undefined =>
  and(
    hasStatus(status),
    form && eq(enquiries.form, form),
    assignee ? hasAssignee(assignee) : undefined,
    unread === undefined ? undefined : unread ? isNull(enquiries.readAt) : isNotNull(enquiries.readAt),
    since ? gte(enquiries.createdAt, new Date(since)) : undefined,
    until ? lt(enquiries.createdAt, new Date(until)) : undefined,
    q ? sql`${WORDS} @@ enquiry_query(${q})` : undefined,
  );
