import type { PoolClient } from 'pg';
import { type BackupSummary, FORMAT, type Line } from '../format';
import type { FilePlaces } from '../places';
import { schemaMoment } from '../schema-moment';
import { tablesInOrder } from '../tables';
import { filesIn, linesOfFile } from './lines-of-files';
import { rowsOf } from './rows-of-table';

/** A back-up, line by line. @param summary counts what was read, and is complete when the end is */
export async function* linesOf(client: PoolClient, places: FilePlaces, summary: BackupSummary): AsyncGenerator<Line> {
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
  for await (const { store, file } of filesIn(places)) {
    for await (const line of linesOfFile(store, file)) {
      if (line.kind === 'file') summary.files += 1;
      yield line;
    }
  }
  yield { kind: 'end', ...summary };
}
