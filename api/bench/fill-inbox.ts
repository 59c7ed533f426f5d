import path from 'node:path';
import { openEmbedded } from '@wholepage/database/embedded';
import { connect } from '@wholepage/database/migrate';

/** Enquiries with names and wishes, some in Tamil; every hundredth is spam, every tenth is answered. */
const FILL = `insert into enquiries (id, submission_key, form, name, email, phone, subject, message, status, stage, signals, created_at, read_at)
  select gen_random_uuid(), 'fill:' || n, 'contact',
    (array['Asha','Meera','Ravi','மீனா','Kumar','Divya','Arun','Latha'])[1 + n % 8] || ' ' || (array['Kurien','Raman','Iyer','செல்வன்','Nair'])[1 + n % 5] || ' ' || n,
    'guest' || n || '@hotel' || n % 977 || '.example', '+91 98' || lpad((n * 7919 % 100000000)::text, 8, '0'),
    (array['Aprons','Chef coats','Bed linen','Scrubs','School blazers'])[1 + n % 5],
    'We open in ' || (array['March','June','October'])[1 + n % 3] || ' and need ' || n % 400 || ' pieces. சீருடை வேண்டும். ' || repeat('Please send samples and a price list for our rooms. ', 1 + n % 6),
    case when n % 100 = 0 then 'suspect' else 'new' end, case when n % 10 = 0 then 'answered' else 'new' end, '{}',
    now() - n * interval '7 minutes', case when n > 40 then now() end
  from generate_series(1, $1::int) n`;

/** Fills the inbox of an API that runs on its embedded PostgreSQL. @param dataDir its data folder */
export async function fillInbox(dataDir: string, enquiries: number): Promise<void> {
  await using ended = new AsyncDisposableStack();
  const embedded = await openEmbedded(path.resolve(dataDir), 'command', () => undefined);
  ended.defer(embedded.close);
  const client = await connect(embedded.connection);
  ended.defer(() => client.end());
  await client.query(FILL, [enquiries]);
  // As the database itself does within a minute of so many new rows.
  await client.query('vacuum (analyze) enquiries');
}
