import type { PoolClient } from 'pg';
import type { Line } from '../format';
import type { Table } from '../tables';

const BATCH = 500;

/** The rows of a table in batches, within the transaction of the client. */
export async function* rowsOf(client: PoolClient, { name, columns }: Table): AsyncGenerator<Line & { kind: 'rows' }> {
  await client.query(`declare rows_of_table no scroll cursor for select to_jsonb(t)::text as row from "${name}" t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from rows_of_table`);
    if (rows.length > 0) yield { kind: 'rows', table: name, columns, rows: rows.map(({ row }) => row) };
    if (rows.length < BATCH) break;
  }
  await client.query('close rows_of_table');
}
