import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { StartError } from '../errors';
import { INSTALLATION_FILE } from '../installation';
import { type BackupSummary, type Line, lineSchema } from './format';
import type { FilePlaces } from './places';
import { FileRestorer } from './restore-files';
import { schemaMoment, type Table, tablesInOrder } from './tables';

async function* linesIn(file: string): AsyncGenerator<Line> {
  const source = createReadStream(file).pipe(createGunzip());
  for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = lineSchema.safeParse(JSON.parse(text));
    if (!line.success) throw new StartError(line.error.issues[0]?.message ?? 'This is no back-up of ours.');
    yield line.data;
  }
}

const requireEmpty = async (client: PoolClient, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from "${name}" limit 1`);
    if (rows.length > 0)
      throw new StartError(
        `The database is not empty (there is something in ${name}); restore into a new one, and into an empty DATA_DIR.`,
      );
  }
};

const insertRows = async (
  client: PoolClient,
  tables: readonly Table[],
  line: Line & { kind: 'rows' },
): Promise<void> => {
  const table = tables.find(({ name }) => name === line.table);
  const unknown = table ? line.columns.filter((column) => !table.columns.includes(column)) : [line.table];
  if (!table || unknown.length > 0)
    throw new StartError(`The back-up holds something that this release does not know (${unknown[0]}).`);
  const columns = line.columns.map((column) => `"${column}"`).join(', ');
  await client.query(
    `insert into "${table.name}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table.name}", $1::jsonb)`,
    [`[${line.rows.join(',')}]`],
  );
};

/** Numbers that the database gives go on after the highest that was restored. */
const SEQUENCES = `
  select format('select setval(%L, coalesce((select max(%I) from %I), 1))', pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) as statement
  from information_schema.columns
  where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`;

/**
 * Puts a back-up into an empty database and data folder: all of it or nothing of its rows.
 * @throws StartError when the place is not empty, or the back-up is damaged, cut off or of a newer release
 */
export async function restoreBackup(pool: Pool, places: FilePlaces, source: string): Promise<BackupSummary> {
  const client = await pool.connect();
  const restorer = new FileRestorer(places);
  let rows = 0;
  let whole = false;
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    const tables = await tablesInOrder(client);
    await requireEmpty(client, tables);
    const moment = await schemaMoment(client);
    for await (const line of linesIn(source)) {
      if (line.kind === 'header' && BigInt(line.schema) > BigInt(moment))
        throw new StartError('This back-up is of a newer release; restore it with that one.');
      if (line.kind === 'rows') {
        await insertRows(client, tables, line);
        rows += line.rows.length;
      } else if (line.kind === 'file') await restorer.begin(line.path);
      else if (line.kind === 'bytes') await restorer.write(Buffer.from(line.base64, 'base64'));
      else if (line.kind === 'file-end') await restorer.end(line.sha256);
      else if (line.kind === 'end') whole = line.rows === rows && line.files === restorer.files;
    }
    if (!whole) throw new StartError('The back-up is not whole; nothing of the database was restored.');
    const { rows: statements } = await client.query<{ statement: string }>(SEQUENCES);
    for (const { statement } of statements) await client.query(statement);
    const { rows: ids } = await client.query<{ id: string }>('select id::text from installation');
    if (ids[0]) await writeFile(path.join(places.dataDir, INSTALLATION_FILE), `${ids[0].id}\n`, { mode: 0o600 });
    await client.query('commit');
    client.release();
    return { rows, files: restorer.files };
  } catch (error) {
    await restorer.abort();
    client.release(true);
    throw error;
  }
}
