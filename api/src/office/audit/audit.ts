import type { Caller } from '../../../wire/office/caller';
import type { Queries } from '../../db/database';
import { officeAudit } from '../../db/tables/office-schema';

/** What somebody did, or looked at. */
export interface AuditEntry {
  area: 'inbox' | 'courses' | 'blog' | 'facts' | 'people';
  action: string;
  /** Id of what it was done to. */
  record?: string | undefined;
  /** Without personal data. */
  detail?: Record<string, unknown> | undefined;
}

/** Notes what a caller does, within the transaction that does it. */
export async function audit(queries: Queries, caller: Caller, entries: AuditEntry | AuditEntry[]): Promise<void> {
  const rows = [entries].flat().map(({ area, action, record, detail }) => ({
    actorId: caller.id,
    actor: caller.name,
    area,
    action,
    record: record ?? null,
    detail: detail ?? null,
  }));
  if (rows.length > 0) await queries.insert(officeAudit).values(rows);
}
