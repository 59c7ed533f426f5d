import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import {
  type BackupSummary,
  FILE_FOLDERS,
  type FileStorage,
  FORMAT,
  type Line,
  schemaMoment,
  storeOf,
  type Table,
  tablesInOrder,
} from './format';

/**
 * Writes database and files, as they are at this moment, into one file that only its owner can read. The site may be
 * running. The file appears whole or not at all.
 */
export async function writeBackup(pool: Pool, storage: FileStorage, target: string): Promise<BackupSummary> {
  const summary: BackupSummary = { rows: 0, files: 0 };
  const draft = `${target}.part`;
  const client = await pool.connect();
  try {
    const text = async function* () {
      for await (const line of linesOf(client, storage, summary)) yield `${JSON.stringify(line)}\n`;
    };
    await pipeline(Readable.from(text()), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    if (summary.rows === 0) throw new StartError('There is nothing to back up: the database holds no row.');
    client.release();
    await rename(draft, target);
    return summary;
  } catch (error) {
    client.release(true);
    await rm(draft, { force: true });
    throw error;
  }
}

/** A back-up, line by line. @param summary counts what was read, and is complete when the end is */
async function* linesOf(client: PoolClient, storage: FileStorage, summary: BackupSummary): AsyncGenerator<Line> {
  // Everything is read as it was at one moment, whatever the running site writes meanwhile.
  await client.query('begin transaction isolation level repeatable read read only');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query('set local statement_timeout = 0');
  yield { kind: 'header', format: FORMAT, schema: await schemaMoment(client), taken: new Date().toISOString() };
  for (const table of await tablesInOrder(client)) {
    for await (const line of rowsOf(client, table)) {
      summary.rows += line.rows.length;
      yield line;
    }
  }
  await client.query('commit');
  // A file is on disk before its row is committed and never changes: those of all rows above are there by now.
  for await (const { store, file } of filesIn(storage)) {
    for await (const line of linesOfFile(store, file)) {
      if (line.kind === 'file') summary.files += 1;
      yield line;
    }
  }
  yield { kind: 'end', ...summary };
}

const BATCH = 500;

/** The rows of a table in batches, within the transaction of the client. */
async function* rowsOf(client: PoolClient, { name, columns }: Table): AsyncGenerator<Line & { kind: 'rows' }> {
  await client.query(`declare rows_of_table no scroll cursor for select to_jsonb(t)::text as row from "${name}" t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from rows_of_table`);
    if (rows.length > 0) yield { kind: 'rows', table: name, columns, rows: rows.map(({ row }) => row) };
    if (rows.length < BATCH) break;
  }
  await client.query('close rows_of_table');
}

const PIECE_BYTES = 192 * 1024;

/** Nothing of a file that was removed meanwhile: its row is gone, too. */
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

/** A name that begins with a dot, or ends so, is a file that is being written. */
const isDraft = (name: string): boolean => name.startsWith('.') || name.endsWith('.part');

/** Every whole file that belongs to a back-up. */
async function* filesIn(storage: FileStorage): AsyncGenerator<{ store: FileStore; file: string }> {
  for (const folder of FILE_FOLDERS) {
    const store = storeOf(storage, folder);
    for await (const { name } of store.list(folder)) if (!isDraft(name)) yield { store, file: `${folder}/${name}` };
  }
}
