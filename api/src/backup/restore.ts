import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Schema } from '@wholepage/database/migrate';
import {
  firstFilled,
  insertRows,
  readLines,
  requireSchema,
  type Table,
  tablesInOrder,
} from '@wholepage/database/service-backup';
import type { Pool, PoolClient } from 'pg';
import { messageOf, StartError } from '../errors';
import { fromDisk } from '../files/file-store';
import { INSTALLATION_FILE } from '../site';
import {
  type BackupSummary,
  FILE_FOLDERS,
  type FileStorage,
  type Line,
  lineSchema,
  schemaMoment,
  storeOf,
} from './format';

/**
 * Puts a back-up into an empty database, whose tables are those of its release, and an empty data folder: all of it or nothing of
 * its rows.
 * @throws StartError when the place is not empty, or the back-up is damaged, cut off or of a newer release
 */
export async function restoreBackup(pool: Pool, storage: FileStorage, source: string): Promise<BackupSummary> {
  const client = await pool.connect();
  const restorer = new FileRestorer(storage);
  let rows = 0;
  let whole = false;
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    const tables = await tablesInOrder(client);
    const filled = await firstFilled(client, tables);
    if (filled)
      throw new StartError(
        `The database is not empty (there is something in ${filled}); restore into a new one, and into an empty DATA_DIR.`,
      );
    const moment = await schemaMoment(client);
    await mkdir(storage.dataDir, { recursive: true, mode: 0o700 });
    for await (const line of linesIn(source)) {
      if (line.kind === 'header') requireSchema(schemaOf(line.schema), schemaOf(moment));
      if (line.kind === 'rows') {
        await restoreRows(client, tables, line);
        rows += line.rows.length;
      } else if (line.kind === 'file') {
        // A transaction that asks nothing for 15 s is ended by PgBouncer, and many files take longer.
        await client.query('select 1');
        await restorer.begin(line.path);
      } else if (line.kind === 'bytes') await restorer.write(Buffer.from(line.base64, 'base64'));
      else if (line.kind === 'file-end') await restorer.end(line.sha256);
      else if (line.kind === 'end') whole = line.rows === rows && line.files === restorer.files;
    }
    if (whole && rows === 0) throw new StartError('The back-up holds nothing; nothing was restored.');
    if (!whole) throw new StartError('The back-up is not whole; nothing of the database was restored.');
    await continueSequences(client);
    const { rows: ids } = await client.query<{ id: string }>('select id::text from installation');
    if (ids[0]) await writeFile(path.join(storage.dataDir, INSTALLATION_FILE), `${ids[0].id}\n`, { mode: 0o600 });
    await client.query('commit');
    client.release();
    return { rows, files: restorer.files };
  } catch (error) {
    await restorer.abort();
    client.release(true);
    throw error;
  }
}

const schemaOf = (moment: string): Schema => ({ __drizzle_migrations: Number(moment) });

const NOT_OURS = 'is not a back-up that `npm run api -- backup` wrote';

const recordOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What failed while a file was read and unpacked, in one sentence. */
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

/** The lines of a back-up. @throws StartError when the file cannot be read, is cut off, or one is not of its format */
async function* linesIn(file: string): AsyncGenerator<Line> {
  let isFirst = true;
  try {
    for await (const text of readLines(file)) {
      const line = lineSchema.safeParse(recordOf(text));
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

/** Looks at the beginning of a back-up. @returns its schema @throws StartError when it is none */
export async function requireBackup(file: string): Promise<Schema> {
  for await (const line of linesIn(file)) if (line.kind === 'header') return schemaOf(line.schema);
  throw new StartError(`${file} ${NOT_OURS}; nothing was restored.`);
}

/** Puts rows into their table. @throws StartError when this release has no such table or column */
const restoreRows = async (
  client: PoolClient,
  tables: readonly Table[],
  line: Line & { kind: 'rows' },
): Promise<void> => {
  const table = tables.find(({ name }) => name === line.table);
  const unknown = table ? line.columns.filter((column) => !table.columns.includes(column)) : [line.table];
  if (!table || unknown.length > 0)
    throw new StartError(`The back-up holds something that this release does not know (${unknown[0]}).`);
  const insert = insertRows(client, table, line.columns, line.rows);
  await insert.catch((error: unknown) => {
    // Classes of values that are none, of what may not be put together, and of what is not there.
    if (!/^(2[0-9]|42)/.test((error as { code?: string }).code ?? '')) throw error;
    throw new StartError(`The back-up holds rows of ${table.name} that do not fit (${messageOf(error)}).`);
  });
};

interface Restored {
  name: string;
  draft: string;
  handle: FileHandle;
  hash: Hash;
}

/** Puts the files of a back-up where they belong, one after the other, each when it is whole. */
class FileRestorer {
  files = 0;
  private current: Restored | undefined;

  constructor(private readonly storage: FileStorage) {}

  async begin(name: string): Promise<void> {
    const [folder = '', file = '', ...more] = name.split('/');
    if (!FILE_FOLDERS.some((known) => known === folder) || file === '' || file.startsWith('.') || more.length > 0)
      throw new StartError(`The back-up names a file outside of its folders (${name}); it is not one of ours.`);
    const store = storeOf(this.storage, folder);
    const there = await store.read(name);
    there?.stream.destroy();
    if (there) throw new StartError(`${store.locate(name)} is there already; restore into an empty place.`);
    const draft = path.join(this.storage.dataDir, `.restored-${randomUUID()}`);
    this.current = { name, draft, handle: await open(draft, 'wx', 0o600), hash: createHash('sha256') };
  }

  async write(bytes: Buffer): Promise<void> {
    this.current?.hash.update(bytes);
    await this.current?.handle.write(bytes);
  }

  /** @throws StartError when the bytes are not those that were saved */
  async end(sha256: string): Promise<void> {
    const { current } = this;
    if (!current) return;
    await this.leave(async () => {
      const { name, draft, hash } = current;
      if (hash.digest('hex') !== sha256) throw new StartError(`The file ${name} of the back-up is damaged.`);
      const store = storeOf(this.storage, name.split('/')[0] ?? '');
      await store.write(name, await fromDisk(draft, 'application/octet-stream'));
    });
    this.files += 1;
  }

  abort(): Promise<void> {
    return this.leave();
  }

  /** Closes the draft, lets it be used, and removes it. */
  private async leave(use: () => Promise<void> = async () => undefined): Promise<void> {
    const { current } = this;
    this.current = undefined;
    if (!current) return;
    await current.handle.close();
    try {
      await use();
    } finally {
      await rm(current.draft, { force: true });
    }
  }
}

const SEQUENCES = `
  select format('select setval(%L, coalesce((select max(%I) from %I), 1))', pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) as statement
  from information_schema.columns
  where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`;

/** Has the numbers that the database gives go on after the highest that was restored. */
async function continueSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(SEQUENCES);
  for (const { statement } of rows) await client.query(statement);
}
