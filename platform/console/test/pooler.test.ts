import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import { folderStore } from '@wholepage/releases/store/folder-store';
import pg from 'pg';
import { SourceLocations } from '../src/server/causes';
import { DigestWatch } from '../src/server/digests';
import { TABLES } from './console';

/** Runs each statement or transaction in the other of two sessions, as PgBouncer in transaction mode may. */
function inTurns([one, other]: readonly [pg.Client, pg.Client]): pg.Pool {
  const connect = async () => {
    let session = one;
    let isInTransaction = false;
    const query = async (text: string, values?: unknown[]) => {
      if (!isInTransaction) session = session === one ? other : one;
      isInTransaction = text === 'begin' || (isInTransaction && text !== 'commit');
      return session.query(text, values);
    };
    return { query, release: () => undefined };
  };
  return { connect, query: (text: string) => one.query(text) } as unknown as pg.Pool;
}

test('a look at the digests leaves no lock in a session that a pooler gives to others', async () => {
  const database = await createTestDatabase(TABLES);
  const session = () => new pg.Client({ connectionString: database.url });
  const sessions = [session(), session()] as const;
  for (const each of sessions) each.on('error', () => undefined);
  await Promise.all(sessions.map((each) => each.connect()));
  const store = folderStore(await mkdtemp(join(tmpdir(), 'digests-')));
  await new DigestWatch(inTurns(sessions), store, new SourceLocations(store, store)).look(() => undefined);
  const locks = await database.query(
    `select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(locks).toEqual([]);
  await Promise.all(sessions.map((each) => each.end()));
  await database.close();
});
