import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { auditListQuery, auditRowSchema } from '../../../wire/office/audit';
import type { Db } from '../../db/database';
import { officeAudit } from '../../db/tables/office-schema';
import { type Total, totalOfTable } from '../lists/total';

/** A page of the audit, newest first. */
export async function listAudit(
  db: Db,
  { page, perPage, area, record, actor }: z.output<typeof auditListQuery>,
): Promise<{ data: z.output<typeof auditRowSchema>[] } & Total> {
  const where = and(
    area && eq(officeAudit.area, area),
    record ? eq(officeAudit.record, record) : undefined,
    actor ? eq(officeAudit.actorId, actor) : undefined,
  );
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(officeAudit)
      .where(where)
      .orderBy(desc(officeAudit.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    totalOfTable(db, officeAudit, where, { page, perPage }),
  ]);
  return {
    data: rows.map(({ at, actorId, ...row }) => ({ ...row, at: at.toISOString(), actor_id: actorId })),
    ...total,
  };
}
