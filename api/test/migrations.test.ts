import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '@wholepage/database/migrate';
import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import { MIGRATION, openDatabase } from '../src/db/database';
import { StartError } from '../src/errors';
import { MIGRATIONS_DIR } from '../src/settings/paths';

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

/** Brings the database to what it was before a migration came. */
async function migrateUpTo(tag: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  cpSync(MIGRATIONS_DIR, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  const entries = journal.entries.filter((entry) => entry.tag < tag);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  const migrations = [{ folder, table: '__drizzle_migrations' }];
  await migrateDatabase({ connectionString: own.url }, { ...MIGRATION, migrations });
}

test('money of another amount is found under the name of today, whichever release noted it', async () => {
  const note = (id: string) =>
    own.query(
      "insert into payment_problems (payment_id, kind, amount, currency, text) values ($1, 'misfit', 1, 'INR', 'x')",
      [id],
    );
  await migrateUpTo('0022');
  await note('pay_before');
  await own.query("insert into alarms (name, text) values ('payment:misfit:pay_before', 'x')");
  await (await open()).close();
  // By a process of the release before, or a back-up of it.
  await note('pay_after');
  expect(await own.query('select payment_id, kind from payment_problems order by payment_id')).toEqual([
    { payment_id: 'pay_after', kind: 'amount_mismatch' },
    { payment_id: 'pay_before', kind: 'amount_mismatch' },
  ]);
  expect(await own.query('select name from alarms')).toEqual([{ name: 'payment:amount_mismatch:pay_before' }]);
});
