import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { StartError } from './errors';

const BATCH = 500;
const FORM = 1;

interface Table {
  name: string;
  /** Without those that the database numbers itself: rows keep their order, not their numbers. */
  columns: string[];
  numbered: string | null;
}

/** A line of the file: what it is, rows of one table, or its end. */
type Line =
  | { kind: 'header'; form: number; service: string; at: string }
  | { kind: 'rows'; table: string; rows: unknown[] }
  | { kind: 'end'; rows: number };

const TABLES = `
  select c.table_name as name,
    array_agg(c.column_name::text order by c.ordinal_position) filter (where c.is_identity = 'NO') as columns,
    max(c.column_name::text) filter (where c.is_identity = 'YES') as numbered
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by c.table_name order by c.table_name`;

const REFERENCES = `
  select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

/** All tables, those that others refer to first. */
async function tablesInOrder(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: references } = await client.query<{ from: string; to: string }>(REFERENCES);
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const isPlaced = (name: string) => ordered.some((table) => table.name === name);
    const next = tables.find(
      ({ name }) => !isPlaced(name) && references.every(({ from, to }) => from !== name || isPlaced(to)),
    );
    if (!next) throw new StartError('The tables refer to each other in a circle.');
    ordered.push(next);
  }
  return ordered;
}

async function* linesOf(client: pg.ClientBase, service: string, leaveOut: readonly string[]): AsyncGenerator<Line> {
  yield { kind: 'header', form: FORM, service, at: new Date().toISOString() };
  let count = 0;
  for (const { name, numbered } of await tablesInOrder(client)) {
    if (leaveOut.includes(name)) continue;
    const order = numbered ? ` order by "${numbered}"` : '';
    await client.query(`declare table_rows no scroll cursor for select to_jsonb(t) as row from "${name}" t${order}`);
    for (let isMore = true; isMore; ) {
      const { rows } = await client.query<{ row: unknown }>(`fetch ${BATCH} from table_rows`);
      count += rows.length;
      isMore = rows.length === BATCH;
      if (rows.length > 0) yield { kind: 'rows', table: name, rows: rows.map(({ row }) => row) };
    }
    await client.query('close table_rows');
  }
  yield { kind: 'end', rows: count };
}

interface BackupOptions {
  service: string;
  /** Tables whose rows are of no use in another database, such as sessions. */
  leaveOut: readonly string[];
}

/**
 * Writes a service's tables, as they are at this moment, into one file that only its owner can read. It appears whole or not at all.
 * @returns how many rows it holds
 */
export async function writeServiceBackup(pool: pg.Pool, target: string, options: BackupOptions): Promise<number> {
  const draft = `${target}.part`;
  const client = await pool.connect();
  let count = 0;
  try {
    await client.query('begin isolation level repeatable read read only');
    const text = async function* () {
      for await (const line of linesOf(client, options.service, options.leaveOut)) {
        if (line.kind === 'end') count = line.rows;
        yield `${JSON.stringify(line)}\n`;
      }
    };
    await pipeline(Readable.from(text()), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    await client.query('commit');
    client.release();
    await rename(draft, target);
    return count;
  } catch (error) {
    client.release(true);
    await rm(draft, { force: true });
    throw error;
  }
}

async function requireEmpty(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`);
    if (rowCount)
      throw new StartError(`The database is not empty (there is a row in ${name}): restore into a new one.`);
  }
}

async function insertRows(client: pg.ClientBase, tables: readonly Table[], table: string, rows: readonly unknown[]) {
  const known = tables.find(({ name }) => name === table);
  if (!known) throw new StartError(`The back-up holds a table that this release does not know (${table}).`);
  const columns = known.columns.map((column) => `"${column}"`).join(', ');
  const order = known.numbered ? ` order by "${known.numbered}"` : '';
  await client.query(
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)${order}`,
    [JSON.stringify(rows)],
  );
}

/**
 * Puts a back-up into an empty database: all of it or nothing.
 * @returns how many rows it held
 * @throws StartError when the database is not empty, or the file is damaged, cut off or of another service
 */
export async function restoreServiceBackup(pool: pg.Pool, source: string, service: string): Promise<number> {
  const client = await pool.connect();
  let count = 0;
  let isWhole = false;
  try {
    await client.query('begin');
    const tables = await tablesInOrder(client);
    await requireEmpty(client, tables);
    const file = createReadStream(source);
    const text = file.pipe(createGunzip());
    file.on('error', (error) => text.destroy(error));
    for await (const written of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(written) as Line;
      if (line.kind === 'header' && (line.service !== service || line.form !== FORM))
        throw new StartError(`This is not a back-up of the ${service} that this release can read.`);
      if (line.kind === 'rows') {
        await insertRows(client, tables, line.table, line.rows);
        count += line.rows.length;
      }
      if (line.kind === 'end') isWhole = line.rows === count;
    }
    if (!isWhole) throw new StartError('The back-up is not whole: nothing was restored.');
    await client.query('commit');
    client.release();
    return count;
  } catch (error) {
    client.release(true);
    if (error instanceof StartError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The back-up cannot be read (${why}): nothing was restored.`, { cause: error });
  }
}
