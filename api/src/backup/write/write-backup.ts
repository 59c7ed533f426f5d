import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool } from 'pg';
import { StartError } from '../../errors';
import type { BackupSummary } from '../format';
import type { FilePlaces } from '../places';
import { linesOf } from './backup-lines';

/**
 * Writes database and files, as they are at this moment, into one file that only its owner can read. The site may be
 * running. The file appears whole or not at all.
 */
export async function writeBackup(pool: Pool, places: FilePlaces, target: string): Promise<BackupSummary> {
  const summary: BackupSummary = { rows: 0, files: 0 };
  const draft = `${target}.part`;
  const client = await pool.connect();
  try {
    const text = async function* () {
      for await (const line of linesOf(client, places, summary)) yield `${JSON.stringify(line)}\n`;
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
