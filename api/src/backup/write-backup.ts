import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { type BackupSummary, FILE_FOLDERS, FORMAT, type Line } from './format';
import { schemaMoment, type Table, tablesInOrder } from './tables';

const BATCH = 500;
const PIECE_BYTES = 192 * 1024;

async function* rowsOf(client: PoolClient, { name, columns }: Table): AsyncGenerator<Line & { kind: 'rows' }> {
  await client.query(`declare rows_of_table no scroll cursor for select to_jsonb(t)::text as row from "${name}" t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from rows_of_table`);
    if (rows.length > 0) yield { kind: 'rows', table: name, columns, rows: rows.map(({ row }) => row) };
    if (rows.length < BATCH) break;
  }
  await client.query('close rows_of_table');
}

async function* linesOfFile(dataDir: string, file: string): AsyncGenerator<Line> {
  const hash = createHash('sha256');
  yield { kind: 'file', path: file };
  for await (const piece of createReadStream(path.join(dataDir, file), { highWaterMark: PIECE_BYTES })) {
    hash.update(piece);
    yield { kind: 'bytes', base64: (piece as Buffer).toString('base64') };
  }
  yield { kind: 'file-end', sha256: hash.digest('hex') };
}

const filesIn = async (dataDir: string): Promise<string[]> => {
  const lists = FILE_FOLDERS.map(async (folder) => {
    const entries = await readdir(path.join(dataDir, folder), { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
      .map(({ name }) => path.join(folder, name));
  });
  return (await Promise.all(lists)).flat();
};

async function* linesOf(client: PoolClient, dataDir: string, summary: BackupSummary): AsyncGenerator<Line> {
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
  for (const file of await filesIn(dataDir)) {
    summary.files += 1;
    yield* linesOfFile(dataDir, file);
  }
  yield { kind: 'end', ...summary };
}

/**
 * Writes database and files, as they are at this moment, into one file that only its owner can read. The site may be
 * running. The file appears whole or not at all.
 */
export async function writeBackup(pool: Pool, dataDir: string, target: string): Promise<BackupSummary> {
  const summary: BackupSummary = { rows: 0, files: 0 };
  const draft = `${target}.part`;
  const client = await pool.connect();
  try {
    const text = async function* () {
      for await (const line of linesOf(client, dataDir, summary)) yield `${JSON.stringify(line)}\n`;
    };
    await pipeline(Readable.from(text()), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    client.release();
    await rename(draft, target);
    return summary;
  } catch (error) {
    client.release(true);
    await rm(draft, { force: true });
    throw error;
  }
}
