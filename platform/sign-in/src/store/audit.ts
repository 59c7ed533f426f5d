import type { Queries } from './tables';

/** One line of the audit. */
export interface AuditEntry {
  /** Who did it. */
  actor: string;
  /** A verb, such as `promote` or `sign-in`. */
  action: string;
  /** What it was done to. */
  subject: string;
  detail?: Record<string, unknown>;
  address?: string;
}

export interface AuditRow extends Required<AuditEntry> {
  id: string;
  at: Date;
}

const MOST_ROWS = 1000;

/** Adds a line; the database refuses to change or remove one. */
export async function writeAudit(queries: Queries, { actor, action, subject, detail = {}, address = '' }: AuditEntry) {
  await queries.query('insert into audit (actor, action, subject, detail, address) values ($1, $2, $3, $4, $5)', [
    actor.slice(0, 200),
    action,
    subject.slice(0, 200),
    JSON.stringify(detail),
    address,
  ]);
}

/** The newest lines first: by the number, for `id` alone would be the text that is selected. @param before the id of the last line that is known already */
export async function readAudit(
  queries: Queries,
  { subject, before, limit = 100 }: { subject?: string | undefined; before?: string | undefined; limit?: number },
): Promise<AuditRow[]> {
  const { rows } = await queries.query<AuditRow>(
    `select id::text, at, actor, action, subject, detail, address from audit
     where ($1::text is null or subject = $1) and ($2::bigint is null or id < $2) order by audit.id desc limit $3`,
    [subject ?? null, before ?? null, Math.min(limit, MOST_ROWS)],
  );
  return rows;
}
