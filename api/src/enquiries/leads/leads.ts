import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { conditions, type LeadFilter } from './filter';
import { type Lead, leadSchema } from './lead';

/** Two branches without a common expression, so that conditions and order reach the indexes of both tables. */
const ALL = sql`
  select e.id, e.form, e.created_at, coalesce(e.name, concat_ws(' ', e.fname, e.lname)) as name, e.email, e.phone, e.subject, e.message,
         case when e.status = 'suspect' or m.suspect then 'suspect' else 'new' end as status, 
         array(select distinct unnest(e.signals || coalesce(m.signals, '{}'))) as signals,
         m.status as mail_status, m.attempts as mail_attempts, m.last_error as mail_error, m.fault as mail_fault, true as saved,
         (select count(*) from files f where f.enquiry_id = e.id) as files
  from enquiries e left join mails m on m.submission_key = e.submission_key
  union all
  select m.id, m.form, m.created_at, coalesce(m.fields->>'name', concat_ws(' ', m.fields->>'fname', m.fields->>'lname')), m.email,
         coalesce(m.fields->>'phone', m.fields->>'number'), m.fields->>'subject', m.fields->>'message',
         case when m.suspect then 'suspect' else 'new' end, m.signals,
         m.status, m.attempts, m.last_error, m.fault, false, 0
  from mails m where m.form is not null and not exists (select 1 from enquiries e where e.submission_key = m.submission_key)`;

/** Leads, oldest first. */
export async function findLeads(db: Db, filter: LeadFilter, limit: number): Promise<Lead[]> {
  const result = await db.execute(
    sql`select *, created_at::text as place from (${ALL}) leads where ${conditions(filter)} order by created_at, id limit ${limit}`,
  );
  return result.rows.map((row) => leadSchema.parse(row));
}

export async function countLeads(db: Db, filter: LeadFilter): Promise<number> {
  const result = await db.execute(sql`select count(*)::int as n from (${ALL}) leads where ${conditions(filter)}`);
  return Number(result.rows[0]?.n ?? 0);
}

/** All leads in batches, so that a long list needs little memory. */
export async function* allLeads(db: Db, filter: LeadFilter, batchSize = 500): AsyncGenerator<Lead[]> {
  let after: Lead | undefined;
  for (;;) {
    const batch = await findLeads(db, { ...filter, after }, batchSize);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    after = batch.at(-1);
  }
}
