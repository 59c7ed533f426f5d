import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Schema } from '@wholepage/database/migrate';
import {
  firstFilled,
  insertRows,
  readLines,
  requireSchema,
  rowsOf,
  type Table,
  tablesInOrder,
  writeLines,
} from '@wholepage/database/service-backup';
import { withClient } from '@wholepage/database/service-database';
import { parseAs } from '@wholepage/releases/store/store';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod';
import { messageOf, StartError } from '../errors';
import { COVERS, type FileStore, folderFiles, fromDisk, OUTBOX, UPLOADS } from '../files/file-store';
import { INSTALLATION_FILE } from '../site';

/*
 * A back-up is gzipped lines of JSON: a header, the rows of each table, each file in pieces, and an end line that
 * confirms that nothing is missing. Rows are PostgreSQL's own text, so that no number or time loses a digit.
 */

/** Version of the format, raised when older releases cannot read it. */
const FORMAT = 1;

const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('header'),
    format: z.literal(FORMAT, { error: 'This back-up is of another release; restore it with that one.' }),
    /** Time of the newest migration, as the migrator records it. */
    schema: z.string().regex(/^\d+$/),
    taken: z.string(),
  }),
  z.object({ kind: z.literal('rows'), table: z.string(), columns: z.array(z.string()), rows: z.array(z.string()) }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('bytes'), base64: z.string() }),
  z.object({ kind: z.literal('file-end'), sha256: z.string() }),
  z.object({ kind: z.literal('end'), rows: z.number(), files: z.number() }),
]);

type Line = z.output<typeof lineSchema>;

export interface BackupSummary {
  rows: number;
  files: number;
}

const FILE_FOLDERS = [UPLOADS, COVERS, OUTBOX] as const;

export interface FileStorage {
  files: FileStore;
  dataDir: string;
}

/** Returns the store of a folder: mails written to files are always in the data folder. */
const storeOf = ({ files, dataDir }: FileStorage, folder: string): FileStore =>
  folder === OUTBOX ? folderFiles(dataDir) : files;

/** Begins a transaction without an idle timeout, for a whole back-up. @returns time of the newest migration */
async function beginLong(client: PoolClient, mode: string): Promise<string> {
  await client.query(`begin ${mode}`);
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query('set local statement_timeout = 0');
  const { rows } = await client.query<{ moment: string }>(
    'select coalesce(max(created_at), 0)::text as moment from drizzle.__drizzle_migrations',
  );
  return rows[0]?.moment ?? '0';
}

/* Written */

/**
 * Writes a snapshot of database and files into one file that only its owner can read. The site may be running. The file
 * appears whole or not at all.
 */
export const writeBackup = (pool: Pool, storage: FileStorage, target: string): Promise<BackupSummary> =>
  withClient(pool, async (client) => {
    const summary: BackupSummary = { rows: 0, files: 0 };
    await writeLines(target, linesOf(client, storage, summary));
    return summary;
  });

/** Yields the back-up's lines. @param summary counts rows and files as they are read */
async function* linesOf(client: PoolClient, storage: FileStorage, summary: BackupSummary): AsyncGenerator<Line> {
  // One snapshot, whatever the running site writes meanwhile.
  const schema = await beginLong(client, 'transaction isolation level repeatable read read only');
  yield { kind: 'header', format: FORMAT, schema, taken: new Date().toISOString() };
  for (const table of await tablesInOrder(client)) {
    for await (const rows of rowsOf(client, table)) {
      summary.rows += rows.length;
      yield { kind: 'rows', table: table.name, columns: table.columns, rows };
    }
  }
  const { rowCount: known } = await client.query('select from files limit 1');
  await client.query('commit');
  if (summary.rows === 0) throw new StartError('There is nothing to back up: the database holds no row.');
  // A file is on disk before its row is committed, and never changes: the files of all rows above exist by now.
  for (const folder of FILE_FOLDERS) {
    const store = storeOf(storage, folder);
    for await (const { name } of store.list(folder)) {
      // By its name a file that is still being written.
      if (name.startsWith('.') || name.endsWith('.part')) continue;
      for await (const line of linesOfFile(store, `${folder}/${name}`)) {
        if (line.kind === 'file') summary.files += 1;
        yield line;
      }
    }
  }
  if (known && summary.files === 0)
    throw new StartError(`${storage.files.locate('')} holds no file of this site: see to DATA_DIR or UPLOADS_URL.`);
  yield { kind: 'end', ...summary };
}

const PIECE_BYTES = 192 * 1024;

/** Yields a file's lines; none when it was removed meanwhile, with its row. */
async function* linesOfFile(store: FileStore, file: string): AsyncGenerator<Line> {
  const found = await store.read(file);
  if (!found) return;
  const hash = createHash('sha256');
  yield { kind: 'file', path: file };
  for await (const piece of found.stream) {
    hash.update(piece);
    for (let at = 0; at < piece.length; at += PIECE_BYTES)
      yield { kind: 'bytes', base64: (piece as Buffer).subarray(at, at + PIECE_BYTES).toString('base64') };
  }
  yield { kind: 'file-end', sha256: hash.digest('hex') };
}

/* Restored */

const NOT_WHOLE = 'The back-up is not whole; nothing of the database was restored.';

/**
 * Restores a back-up into an empty database with the tables of its release, and an empty data folder: all of its rows or none.
 * @throws StartError when the place is not empty, or the back-up is damaged, truncated or of a newer release
 */
export const restoreBackup = (pool: Pool, storage: FileStorage, source: string): Promise<BackupSummary> =>
  withClient(pool, async (client) => {
    const summary: BackupSummary = { rows: 0, files: 0 };
    let whole = false;
    const moment = await beginLong(client, '');
    const tables = await tablesInOrder(client);
    const filled = await firstFilled(client, tables);
    if (filled)
      throw new StartError(
        `The database is not empty (there is something in ${filled}); restore into a new one, and into an empty DATA_DIR.`,
      );
    await mkdir(storage.dataDir, { recursive: true, mode: 0o700 });
    const lines = linesIn(source);
    for await (const line of lines) {
      if (line.kind === 'header') requireSchema(schemaOf(line.schema), schemaOf(moment));
      if (line.kind === 'rows') {
        await restoreRows(client, tables, line);
        summary.rows += line.rows.length;
      } else if (line.kind === 'file') {
        // PgBouncer ends a transaction that is idle for 15 s, and many files take longer.
        await client.query('select 1');
        await restoreFile(storage, line.path, lines);
        summary.files += 1;
      } else if (line.kind === 'end') whole = line.rows === summary.rows && line.files === summary.files;
    }
    if (whole && summary.rows === 0) throw new StartError('The back-up holds nothing; nothing was restored.');
    if (!whole) throw new StartError(NOT_WHOLE);
    const { rows: sequences } = await client.query<{ statement: string }>(SEQUENCES);
    for (const { statement } of sequences) await client.query(statement);
    const { rows: ids } = await client.query<{ id: string }>('select id::text from installation');
    if (ids[0]) await writeFile(path.join(storage.dataDir, INSTALLATION_FILE), `${ids[0].id}\n`, { mode: 0o600 });
    await client.query('commit');
    return summary;
  });

const schemaOf = (moment: string): Schema => ({ __drizzle_migrations: Number(moment) });

const NOT_OURS = 'is not a back-up that `npm run api -- backup` wrote';

const explain = (file: string, error: unknown): StartError => {
  const { code = '' } = error as NodeJS.ErrnoException;
  const why: Readonly<Record<string, string>> = {
    ENOENT: 'is not there',
    EISDIR: 'is a folder',
    EACCES: 'may not be read',
    Z_BUF_ERROR: 'is cut off',
    Z_DATA_ERROR: NOT_OURS,
  };
  return new StartError(`${file} ${why[code] ?? `cannot be read (${messageOf(error)})`}; nothing was restored.`, {
    cause: error,
  });
};

/** Reads a back-up's lines. @throws StartError when the file cannot be read, is truncated, or a line is malformed */
async function* linesIn(file: string): AsyncGenerator<Line, undefined> {
  let isFirst = true;
  try {
    for await (const text of readLines(file)) {
      const line = lineSchema.safeParse(parseAs(z.unknown(), text));
      const issue = line.error?.issues[0];
      if (issue?.path[0] === 'format') throw new StartError(issue.message);
      if (!line.success || (line.data.kind === 'header') !== isFirst)
        throw new StartError(`${file} ${NOT_OURS}; nothing was restored.`);
      isFirst = false;
      yield line.data;
    }
  } catch (error) {
    throw error instanceof StartError ? error : explain(file, error);
  }
}

/** Reads the header of a back-up. @returns its schema @throws StartError when the file is no back-up */
export async function requireBackup(file: string): Promise<Schema> {
  for await (const line of linesIn(file)) if (line.kind === 'header') return schemaOf(line.schema);
  throw new StartError(`${file} ${NOT_OURS}; nothing was restored.`);
}

/** @throws StartError when this release has no such table or column */
const restoreRows = async (
  client: PoolClient,
  tables: readonly Table[],
  line: Line & { kind: 'rows' },
): Promise<void> => {
  const table = tables.find(({ name }) => name === line.table);
  const unknown = table ? line.columns.filter((column) => !table.columns.includes(column)) : [line.table];
  if (!table || unknown.length > 0)
    throw new StartError(`The back-up holds something that this release does not know (${unknown[0]}).`);
  await insertRows(client, table, line.columns, line.rows).catch((error: unknown) => {
    // SQLSTATE classes of invalid values, violated constraints, and unknown columns.
    if (!/^(2[0-9]|42)/.test((error as { code?: string }).code ?? '')) throw error;
    throw new StartError(`The back-up holds rows of ${table.name} that do not fit (${messageOf(error)}).`);
  });
};

/**
 * Restores a file: writes it whole, then moves it to its place.
 * @param lines after the one that names it
 * @throws StartError when its bytes differ from the saved ones, or its place is taken
 */
async function restoreFile(storage: FileStorage, name: string, lines: AsyncIterator<Line, undefined>): Promise<void> {
  const [folder = '', file = '', ...more] = name.split('/');
  if (!FILE_FOLDERS.some((known) => known === folder) || file === '' || file.startsWith('.') || more.length > 0)
    throw new StartError(`The back-up names a file outside of its folders (${name}); it is not one of ours.`);
  const store = storeOf(storage, folder);
  const there = await store.read(name);
  there?.stream.destroy();
  if (there) throw new StartError(`${store.locate(name)} is there already; restore into an empty place.`);
  const draft = path.join(storage.dataDir, `.restored-${randomUUID()}`);
  await using ended = new AsyncDisposableStack();
  ended.defer(() => rm(draft, { force: true }));
  const hash = createHash('sha256');
  const end: { line?: Line | undefined } = {};
  const pieces = async function* () {
    for (;;) {
      const { value: line } = await lines.next();
      end.line = line;
      if (line?.kind !== 'bytes') return;
      const bytes = Buffer.from(line.base64, 'base64');
      hash.update(bytes);
      yield bytes;
    }
  };
  await writeFile(draft, pieces(), { flag: 'wx', mode: 0o600 });
  if (end.line?.kind !== 'file-end') throw new StartError(NOT_WHOLE);
  if (end.line.sha256 !== hash.digest('hex')) throw new StartError(`The file ${name} of the back-up is damaged.`);
  await store.write(name, await fromDisk(draft, 'application/octet-stream'));
}

/** Query whose statements set each sequence to the highest restored number. */
const SEQUENCES = `
  select format('select setval(%L, coalesce((select max(%I) from %I), 1))', pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) as statement
  from information_schema.columns
  where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`;
