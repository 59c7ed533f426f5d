import type { PoolClient } from 'pg';

const SEQUENCES = `
  select format('select setval(%L, coalesce((select max(%I) from %I), 1))', pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) as statement
  from information_schema.columns
  where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`;

/** Has the numbers that the database gives go on after the highest that was restored. */
export async function continueSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(SEQUENCES);
  for (const { statement } of rows) await client.query(statement);
}
