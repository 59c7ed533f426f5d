import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { mails } from '../../db/tables/schema';

/** What of the mails needs time or a person. */
export interface MailBacklog {
  /** Mails that have not been sent and will be tried again. */
  waiting: number;
  oldestSeconds: number;
  /** Those of them that the mail server refuses for the site's sender or settings. */
  settingsRefused: number;
  /** Those of them that no mail server takes: it is away, busy, or `SMTP_URL` leads elsewhere. */
  serverAway: number;
  /** Mails that will not be tried again and that nobody has taken note of. */
  givenUp: number;
}

const NOTHING: MailBacklog = { waiting: 0, oldestSeconds: 0, settingsRefused: 0, serverAway: 0, givenUp: 0 };

/** Counts what waits and what was given up. Rows that were sent are in neither index and cost nothing. */
export async function mailBacklog(db: Db): Promise<MailBacklog> {
  const { rows } = await db.execute<MailBacklog & Record<string, unknown>>(sql`
    select waiting, "oldestSeconds", "settingsRefused", "serverAway", "givenUp"
    from (select count(*)::int as waiting,
                 coalesce(extract(epoch from now() - min(${mails.queuedAt})), 0)::float as "oldestSeconds",
                 (count(*) filter (where ${mails.fault} = 'settings'))::int as "settingsRefused",
                 (count(*) filter (where ${mails.fault} = 'server'))::int as "serverAway"
          from ${mails} where ${mails.status} = 'queued') queued,
         (select count(*)::int as "givenUp" from ${mails} where ${mails.status} = 'failed' and ${mails.seenAt} is null) failed`);
  return rows[0] ?? NOTHING;
}
