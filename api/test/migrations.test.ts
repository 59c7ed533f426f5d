import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import { openDatabase } from '../src/db/database';
import { StartError } from '../src/errors';

jest.setTimeout(60_000);

let own: TestDatabase;
beforeEach(async () => {
  own = await createTestDatabase();
});
afterEach(() => own.close());

const open = () =>
  openDatabase({ databaseUrl: own.url, databasePool: 2, dataDir: '/nonexistent' }, 'site', () => undefined);

test('several processes may start at once on an empty database', async () => {
  const databases = await Promise.all([open(), open(), open(), open()]);
  await Promise.all(databases.map((database) => database.ping()));
  const applied = await own.query<{ n: number }>('select count(*)::int as n from drizzle.__drizzle_migrations');
  await Promise.all(databases.map((database) => database.close()));
  expect(applied[0]?.n).toBeGreaterThanOrEqual(2);
});

test('a migration that fails is one sentence, and leaves the database as it was', async () => {
  await own.query('create table posts (id int)');
  const failure = await open().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartError);
  expect(String(failure)).toBe(
    'StartError: A migration of the database failed (relation "posts" already exists); the database is as it was before.',
  );
  const tables = await own.query(`select table_name from information_schema.tables where table_schema = 'public'`);
  expect(tables).toEqual([{ table_name: 'posts' }]);
});
