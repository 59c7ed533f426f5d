import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { StartError } from '../../errors';
import { INSTALLATION_FILE } from '../../settings/installation';
import type { BackupSummary } from '../format';
import type { FilePlaces } from '../places';
import { schemaMoment } from '../schema-moment';
import { tablesInOrder } from '../tables';
import { linesIn } from './read-lines';
import { FileRestorer } from './restore-files';
import { insertRows, requireEmpty } from './restore-rows';
import { continueSequences } from './sequences';

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
    if (whole && rows === 0) throw new StartError('The back-up holds nothing; nothing was restored.');
    if (!whole) throw new StartError('The back-up is not whole; nothing of the database was restored.');
    await continueSequences(client);
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
