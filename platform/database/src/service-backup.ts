import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { messageOf, StartError } from './errors';
import type { Schema } from './migrate';
import { withClient } from './service-database';

const BATCH = 500;
/** A table of a database, with the columns that a back-up holds. */
export interface Table {
  name: string;
  /** All but generated and identity columns: restored rows keep their order, not their numbers. */
  columns: string[];
  numbered: string | null;
}

const TABLES = `
  select c.table_name as name,
    array_agg(c.column_name::text order by c.ordinal_position)
      filter (where c.is_identity = 'NO' and c.is_generated = 'NEVER') as columns,
    max(c.column_name::text) filter (where c.is_identity = 'YES') as numbered
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by c.table_name order by c.table_name`;

const REFERENCES = `
  select one.relname as "from", other.relname as "to" from pg_constraint
  join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

/** Returns all tables, each after the tables that it refers to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<Table[]> {
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

/** Yields a table's rows in batches of JSON texts, within the client's transaction. As text, no number loses a digit. */
export async function* rowsOf(client: pg.ClientBase, { name, numbered }: Table): AsyncGenerator<string[]> {
  const order = numbered ? ` order by "${numbered}"` : '';
  await client.query(
    `declare table_rows no scroll cursor for select to_jsonb(t)::text as row from "${name}" t${order}`,
  );
  for (let isMore = true; isMore; ) {
    const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from table_rows`);
    isMore = rows.length === BATCH;
    if (rows.length > 0) yield rows.map(({ row }) => row);
  }
  await client.query('close table_rows');
}

/** The first table that has a row; undefined in an empty database. */
export async function firstFilled(client: pg.ClientBase, tables: readonly Table[]): Promise<string | undefined> {
  for (const { name } of tables) if ((await client.query(`select 1 from "${name}" limit 1`)).rowCount) return name;
  return undefined;
}

/** Inserts rows into their table. @param columns the columns to fill @param rows the JSON of each row */
export async function insertRows(
  client: pg.ClientBase,
  { name, numbered }: Table,
  columns: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const order = numbered ? ` order by "${numbered}"` : '';
  await client.query(
    `insert into "${name}" (${list}) select ${list} from jsonb_populate_recordset(null::"${name}", $1::jsonb)${order}`,
    [`[${rows.join(',')}]`],
  );
}

const DRAFT = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
const DAY_MS = 24 * 60 * 60_000;

/** Removes the drafts of killed back-ups from a folder: those not written for a day. Other files stay. */
async function removeLeftDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => DRAFT.test(one))) {
    const written = await stat(join(folder, name)).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > DAY_MS) await rm(join(folder, name)).catch(() => undefined);
  }
}

/** Writes gzipped lines of JSON into a file that only its owner can read. It appears whole or not at all. */
export async function writeLines(target: string, lines: AsyncIterable<unknown>): Promise<void> {
  // The draft is this call's own: another back-up may write the same target now.
  const draft = `${target}.${randomUUID()}.part`;
  await removeLeftDrafts(dirname(target));
  const text = async function* () {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`;
  };
  try {
    await pipeline(Readable.from(text()), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    if (!/^(ENOSPC|EDQUOT|EIO)$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new StartError(`${target} cannot be written (${messageOf(error)}).`, { cause: error });
  }
}

/** Yields the lines of a file of {@link writeLines}. @throws the error when it cannot be read or unpacked */
export async function* readLines(source: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  // An error destroys `unpacked`, and so reaches its reader.
  pipeline(createReadStream(source), unpacked).catch(() => undefined);
  try {
    yield* createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    unpacked.destroy();
  }
}

/* Back-ups of a whole service */

const FORM = 2;
/** Ends the pool's limit on idle transactions: a slow disk may pause one for longer. */
const PATIENCE = 'set local idle_in_transaction_session_timeout = 0';

/** A line of the file: its header, rows of one table, or its end. */
type Line =
  /** Earlier releases noted no schema. */
  | { kind: 'header'; form: number; service: string; at: string; schema?: Schema }
  /** Rows as JSON texts; in form 1, as objects. */
  | { kind: 'rows'; table: string; rows: (string | Record<string, unknown>)[] }
  | { kind: 'end'; rows: number };

/** @param end the last line, which counts the rows read so far */
async function* linesOf(
  client: pg.ClientBase,
  { service, schema, leaveOut }: BackupOptions,
  end: Extract<Line, { kind: 'end' }>,
): AsyncGenerator<Line> {
  yield { kind: 'header', form: FORM, service, at: new Date().toISOString(), schema };
  for (const table of await tablesInOrder(client)) {
    if (leaveOut.includes(table.name)) continue;
    for await (const rows of rowsOf(client, table)) {
      end.rows += rows.length;
      yield { kind: 'rows', table: table.name, rows };
    }
  }
  await client.query('commit');
  yield end;
}

/** An open database: the name of its service, and its schema. */
interface Service {
  service: string;
  schema: Schema;
}

interface BackupOptions extends Service {
  /** Tables whose rows are of no use in another database, such as sessions. */
  leaveOut: readonly string[];
}

/**
 * Writes a service's tables, in one snapshot, into a file that only its owner can read. It appears whole or not at all.
 * @returns the number of rows in it
 */
export const writeServiceBackup = (pool: pg.Pool, target: string, options: BackupOptions): Promise<number> =>
  withClient(pool, async (client) => {
    const end = { kind: 'end' as const, rows: 0 };
    await client.query(`begin isolation level repeatable read read only; ${PATIENCE}`);
    await writeLines(target, linesOf(client, options, end));
    return end.rows;
  });

/** The schema of a service's back-up; undefined when it states none, or is no back-up of the service. */
export async function schemaIn(source: string, service: string): Promise<Schema | undefined> {
  try {
    for await (const written of readLines(source)) {
      const header = JSON.parse(written) as Partial<Extract<Line, { kind: 'header' }>>;
      return header.service === service ? header.schema : undefined;
    }
  } catch {
    // The restore reports the reason.
  }
  return undefined;
}

/** Compares schemas: migrations change rows, too, but not rows restored after them. @throws StartError when they differ */
export function requireSchema(ofRows: Schema, ofTables: Schema): void {
  if (Object.entries(ofRows).some(([set, last]) => last > (ofTables[set] ?? -1)))
    throw new StartError('This back-up is of a newer release; restore it with that one.');
  if (Object.entries(ofTables).some(([set, last]) => last > (ofRows[set] ?? -1)))
    throw new StartError('This back-up is of an earlier release; restore it into a database that no release has used.');
}

/**
 * Puts a back-up into an empty database: all of it or nothing.
 * @returns the number of rows restored
 * @throws StartError when the database is not empty, or the file is damaged, cut off or of another service
 */
export const restoreServiceBackup = (pool: pg.Pool, source: string, { service, schema }: Service): Promise<number> =>
  withClient(pool, async (client) => {
    let count = 0;
    let isWhole = false;
    await client.query(`begin; ${PATIENCE}`);
    const tables = await tablesInOrder(client);
    const filled = await firstFilled(client, tables);
    if (filled)
      throw new StartError(`The database is not empty (there is a row in ${filled}): restore into a new one.`);
    for await (const written of readLines(source)) {
      const line = JSON.parse(written) as Line;
      if (line.kind === 'header' && (line.service !== service || ![1, FORM].includes(line.form)))
        throw new StartError(`This is not a back-up of the ${service} that this release can read.`);
      if (line.kind === 'header' && line.schema) requireSchema(line.schema, schema);
      if (line.kind === 'rows') {
        const table = tables.find(({ name }) => name === line.table);
        if (!table) throw new StartError(`The back-up holds a table that this release does not know (${line.table}).`);
        const rows = line.rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
        const first: object = JSON.parse(rows[0] ?? '{}');
        // A column that is newer than the back-up gets its default.
        const columns = table.columns.filter((column) => column in first);
        await insertRows(client, table, columns, rows);
        count += line.rows.length;
      }
      if (line.kind === 'end') isWhole = line.rows === count;
    }
    if (!isWhole) throw new StartError('The back-up is not whole: nothing was restored.');
    await client.query('commit');
    return count;
  }).catch((cause: unknown) => {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The back-up cannot be read (${messageOf(cause)}): nothing was restored.`, { cause });
  });
