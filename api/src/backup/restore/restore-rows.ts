import type { PoolClient } from 'pg';
import { messageOf, StartError } from '../../errors';
import type { Line } from '../format';
import type { Table } from '../tables';

/** @throws StartError when a table has a row */
export const requireEmpty = async (client: PoolClient, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from "${name}" limit 1`);
    if (rows.length > 0)
      throw new StartError(
        `The database is not empty (there is something in ${name}); restore into a new one, and into an empty DATA_DIR.`,
      );
  }
};

/** Puts rows into their table. @throws StartError when this release has no such table or column */
export const insertRows = async (
  client: PoolClient,
  tables: readonly Table[],
  line: Line & { kind: 'rows' },
): Promise<void> => {
  const table = tables.find(({ name }) => name === line.table);
  const unknown = table ? line.columns.filter((column) => !table.columns.includes(column)) : [line.table];
  if (!table || unknown.length > 0)
    throw new StartError(`The back-up holds something that this release does not know (${unknown[0]}).`);
  const columns = line.columns.map((column) => `"${column}"`).join(', ');
  const insert = client.query(
    `insert into "${table.name}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table.name}", $1::jsonb)`,
    [`[${line.rows.join(',')}]`],
  );
  await insert.catch((error: unknown) => {
    // Classes of values that are none, of what may not be put together, and of what is not there.
    if (!/^(2[0-9]|42)/.test((error as { code?: string }).code ?? '')) throw error;
    throw new StartError(`The back-up holds rows of ${table.name} that do not fit (${messageOf(error)}).`);
  });
};
