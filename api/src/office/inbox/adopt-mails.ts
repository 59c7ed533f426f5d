import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import type { ScheduledJob } from '../../jobs/runner';

const BATCH = 500;

/**
 * An earlier program may run beside this one during a release. It queues the mail of a form, and keeps the form only when it is
 * saved. Where the browser went away in between there is only the mail: after a minute that is made an enquiry. Older mails
 * stay as they are: their enquiries may have been erased.
 */
export async function adoptMails(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into enquiries (id, submission_key, form, fname, lname, name, email, phone, subject, message, status, signals, notice, mail_only, created_at)
    select gen_random_uuid(), m.submission_key, m.form, m.fields->>'fname', m.fields->>'lname', m.fields->>'name', m.email,
           coalesce(m.fields->>'phone', m.fields->>'number', ''), m.fields->>'subject', m.fields->>'message',
           case when m.suspect then 'suspect' else 'new' end, m.signals, m.notice, true, m.created_at
    from mails m
    where m.form is not null and m.fields is not null
      and m.created_at between now() - interval '1 day' and now() - interval '1 minute'
      and m.submission_key not like 'restored:%'
      and not exists (select 1 from enquiries e where e.submission_key = m.submission_key)
    order by m.created_at
    limit ${BATCH}
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Runs {@link adoptMails} each minute. */
export const adoptMailsJob = (db: Db): ScheduledJob => ({
  name: 'adopt-mails',
  schedule: '* * * * *',
  run: async () => void (await adoptMails(db)),
});
