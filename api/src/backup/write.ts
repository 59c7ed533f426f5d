import { createHash } from 'node:crypto';
import { rowsOf, tablesInOrder, writeLines } from '@wholepage/database/service-backup';
import type { Pool, PoolClient } from 'pg';
import { StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import { type BackupSummary, FILE_FOLDERS, type FileStorage, FORMAT, type Line, schemaMoment, storeOf } from './format';

/**
 * Writes database and files, as they are at this moment, into one file that only its owner can read. The site may be
 * running. The file appears whole or not at all.
 */
export async function writeBackup(pool: Pool, storage: FileStorage, target: string): Promise<BackupSummary> {
  const summary: BackupSummary = { rows: 0, files: 0 };
  const client = await pool.connect();
  try {
    await writeLines(target, linesOf(client, storage, summary));
    client.release();
    return summary;
  } catch (error) {
    client.release(true);
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
    for await (const rows of rowsOf(client, table)) {
      summary.rows += rows.length;
      yield { kind: 'rows', table: table.name, columns: table.columns, rows };
    }
  }
  await client.query('commit');
  if (summary.rows === 0) throw new StartError('There is nothing to back up: the database holds no row.');
  // A file is on disk before its row is committed and never changes: those of all rows above are there by now.
  for await (const { store, file } of filesIn(storage)) {
    for await (const line of linesOfFile(store, file)) {
      if (line.kind === 'file') summary.files += 1;
      yield line;
    }
  }
  yield { kind: 'end', ...summary };
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
