import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrateDatabase } from '@wholepage/database/migrate';
import pg from 'pg';
import { MIGRATION } from '../src/db/database';
import { reconcileJob } from '../src/orders/reconcile';
import { MIGRATIONS_DIR } from '../src/settings/paths';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { oldApi } from './helpers/processes/old-api';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { payment, statusOf } = callsOf(() => shop);
const query = (text: string, values?: unknown[]) => shop.site.database.query(text, values);
const oldOrder = async () => {
  const [id, name] = [randomUUID(), `order_${randomUUID().slice(0, 8)}`];
  await oldApi(shop.site.database).order(id, `course_${id}`, name);
  return { id, name };
};

describe('what the release before writes on the new tables', () => {
  test('is taken: an order, its payment, a webhook, an enquiry and its mail', async () => {
    const old = oldApi(shop.site.database);
    const { id, name } = await oldOrder();
    expect(await statusOf(name)).toBe('created');
    await old.payment(`pay_${name}`, id, 'authorized');
    await old.payment(`pay_${name}`, id, 'captured');
    expect(await query('select status, captured from payments where id = $1', [`pay_${name}`])).toEqual([
      { status: 'captured', captured: true },
    ]);
    await old.advance(id, 'paid');
    expect(await old.webhook(`evt_${name}`, name)).toEqual([{ order: id }]);
    expect(await old.enquiry(randomUUID(), name)).toHaveLength(1);
    expect(await old.mail(randomUUID(), name)).toHaveLength(1);
  });

  test('is understood: the new one finds the order paid when it asks', async () => {
    const { id, name } = await oldOrder();
    await oldApi(shop.site.database).payment(`pay_${name}`, id, 'captured');
    shop.provider.payments.push(payment(name, 'captured', `pay_${name}`, { captured: true }));
    await query("update orders set created_at = now() - interval '6 minutes' where id = $1", [id]);
    await reconcileJob(shop.site.context).run(new AbortController().signal);
    expect(await statusOf(name)).toBe('paid');
  });
});

/** A folder with one migration that comes after all others. */
function nextMigration(sql: string, when: string) {
  const folder = path.join(shop.site.dataDir, `migrations-${when}`);
  mkdirSync(path.join(folder, 'meta'), { recursive: true });
  writeFileSync(path.join(folder, '9999_next.sql'), sql);
  const next = { idx: 0, version: '7', when: Date.parse(when), tag: '9999_next', breakpoints: true };
  writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ entries: [next] }));
  return [{ folder, table: '__drizzle_migrations' }];
}

test('a migration waits for a table in use, and lets others pass meanwhile', async () => {
  const { database } = shop.site;
  const migrations = nextMigration('alter table orders add column next text;', '2099-01-01');
  const [long, other] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([long.connect(), other.connect()]);
  try {
    await long.query('begin; lock table orders in share mode');
    const patience = { lockTimeoutMs: 50, pauseMs: 10, tries: 200 };
    const migrated = migrateDatabase({ connectionString: database.url }, { ...MIGRATION, migrations, patience });
    await other.query("set statement_timeout = '20s'");
    for (let reads = 0; reads < 20; reads += 1) await other.query('select count(*) from orders');
    await long.query('commit');
    await migrated;
  } finally {
    await Promise.all([long.end(), other.end()]);
  }
  expect(await query("select 1 from information_schema.columns where column_name = 'next'")).toHaveLength(1);
});

test('a migration that waits for somebody who waits for it is tried again', async () => {
  const { database } = shop.site;
  const sql = 'alter table orders add column later text; alter table enquiries add column later text;';
  const migrations = nextMigration(sql, '2099-01-02');
  const visitor = new pg.Client(database.url);
  await visitor.connect();
  try {
    await visitor.query("begin; set local deadlock_timeout = '1min'; lock table enquiries in share mode");
    const patience = { lockTimeoutMs: 10_000, pauseMs: 10, tries: 2 };
    const migrated = migrateDatabase({ connectionString: database.url }, { ...MIGRATION, migrations, patience });
    const isWaiting = "select 1 from pg_locks where relation = 'enquiries'::regclass and not granted";
    while ((await query(isWaiting)).length === 0);
    await visitor.query('select count(*) from orders; commit');
    await migrated;
  } finally {
    await visitor.end();
  }
  expect(await query("select 1 from information_schema.columns where column_name = 'later'")).toHaveLength(2);
});

test('a migration that takes something away says for whom it is gone', () => {
  const TAKES =
    /\bDROP\b|\bRENAME\b|SET NOT NULL|SET DATA TYPE|ADD CONSTRAINT[^;]*CHECK|ADD COLUMN[^;]*NOT NULL(?![^;]*DEFAULT)/i;
  const files = readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql') && name > '0007');
  const silent = files.filter((name) => {
    const text = readFileSync(path.join(MIGRATIONS_DIR, name), 'utf8');
    return TAKES.test(text.replace(/^--.*$/gm, '')) && !/^-- contract: /m.test(text);
  });
  expect(files.length).toBeGreaterThan(0);
  expect(silent).toEqual([]);
});
