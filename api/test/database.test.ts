import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '@wholepage/database/embedded';
import { migrateDatabase } from '@wholepage/database/migrate';
import { openServiceDatabase } from '@wholepage/database/service-database';
import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type Database, MIGRATION, openDatabase } from '../src/db/database';
import * as ordersSchema from '../src/db/tables/orders-schema';
import * as schema from '../src/db/tables/schema';
import { StartError } from '../src/errors';
import { folderFiles } from '../src/files/file-store';
import { type JobQueue, type JobRunner, openJobs, type ScheduledJob } from '../src/jobs/runner';
import { reconcileDue } from '../src/orders/reconcile';
import { MIGRATIONS_DIR } from '../src/settings/paths';
import { requireOneInstallation } from '../src/site';
import { inBatches } from '../src/support/in-batches';
import { sweepUploads } from '../src/uploads/store';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { oldApi } from './helpers/processes/old-api';
import { until } from './helpers/site';
import { SITE_TABLES } from './helpers/site-tables';

describe('migrations', () => {
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
    // Two processes create the job tables at once: PostgreSQL rejects the later one with an index violation.
    const [{ pool }] = databases;
    const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
    const later = Object.assign(new Error('duplicate key'), { constraint: 'pg_namespace_nspname_index' });
    const asked = async (text: string, values?: unknown[]) => {
      const made = await query(text, values);
      return /create schema/i.test(text) ? Promise.reject(later) : made;
    };
    jest.spyOn(pool, 'query').mockImplementation(asked as typeof pool.query);
    const jobs = await openJobs({ database: { pool }, works: false, onTrouble: () => undefined });
    await jobs.stop();
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

  test('a moment is read as it is, whatever way the server writes it by itself', async () => {
    await own.query(`alter database ${new URL(own.url).pathname.slice(1)} set datestyle to 'SQL, DMY'`);
    const database = await open();
    await database.db.insert(schema.installation).values({ id: randomUUID() });
    const [row] = await database.reads.select().from(schema.installation);
    expect(Math.abs((row?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await database.close();
  });

  test('a connection that dies as a transaction begins does not stay taken', async () => {
    const database = await open();
    const die = ({ connection }: pg.PoolClient & { connection?: pg.Connection }) => connection?.stream.destroy();
    database.pool.on('acquire', die);
    for (let number = 0; number < 2; number += 1)
      await expect(database.db.transaction(async () => 'answered')).rejects.toThrow('begin');
    database.pool.off('acquire', die);
    expect(await database.db.transaction(async () => 'answered')).toBe('answered');
    await database.close();
  });

  test('the database takes each word that the schemas have, and no other', async () => {
    await (await open()).close();
    const checks = await own.query<{ name: string; rule: string }>(
      `select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'c'`,
    );
    const tables = Object.values({ ...schema, ...ordersSchema }).filter((one) => is(one, PgTable));
    const lists = tables.flatMap((table) =>
      Object.values(getTableColumns(table)).flatMap(({ name, enumValues }) => {
        const rule = checks.find((check) => check.name === `${getTableName(table)}_${name}`)?.rule;
        return rule && enumValues ? [{ list: [...enumValues], taken: rule.match(/(?<=')[\w-]+(?='::)/g) }] : [];
      }),
    );
    expect(lists.length).toBeGreaterThan(4);
    expect(lists.map(({ taken }) => taken?.sort())).toEqual(lists.map(({ list }) => list.sort()));
  });

  /** Applies all migrations before the given one. */
  async function migrateUpTo(tag: string): Promise<void> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
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
    // Written by a process of the previous release, or from its back-up.
    await note('pay_after');
    expect(await own.query('select payment_id, kind from payment_problems order by payment_id')).toEqual([
      { payment_id: 'pay_after', kind: 'amount_mismatch' },
      { payment_id: 'pay_before', kind: 'amount_mismatch' },
    ]);
    expect(await own.query('select name from alarms')).toEqual([{ name: 'payment:amount_mismatch:pay_before' }]);
  });
});

describe('a rollout', () => {
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
      await reconcileDue(shop.site.context, new AbortController().signal);
      expect(await statusOf(name)).toBe('paid');
    });
  });

  /** Creates a folder with one migration after all others. */
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
});

describe('an installation', () => {
  interface Place {
    own: TestDatabase;
    database: Database;
    dataDir: string;
  }
  const places: Place[] = [];
  const newPlace = async (): Promise<Place> => {
    const own = await createTestDatabase(SITE_TABLES);
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'api-place-'));
    await mkdir(path.join(dataDir, 'uploads', 'incoming'), { recursive: true });
    const settings = { databaseUrl: own.url, databasePool: 2, dataDir };
    const place = { own, dataDir, database: await openDatabase(settings, 'site', () => undefined) };
    places.push(place);
    return place;
  };
  afterAll(async () => {
    for (const { own, database, dataDir } of places) {
      await database.close();
      await own.close();
      await rm(dataDir, { recursive: true });
    }
  });

  const upload = async ({ own, dataDir }: Place): Promise<string> => {
    const name = `${randomUUID()}.png`;
    const id = randomUUID();
    await own.query(
      `insert into enquiries (id, submission_key, form, email, phone) values ($1, $2, 'studio', 'a@x.example', '1')`,
      [id, id],
    );
    await own.query(
      `insert into files (id, enquiry_id, stored_name, original_name, media_type, bytes) values ($1, $1, $2, 'a', 'b', 1)`,
      [id, name],
    );
    await writeFile(path.join(dataDir, 'uploads', name), 'picture');
    return name;
  };
  const uploadsOf = ({ dataDir }: Place) => readdir(path.join(dataDir, 'uploads'));

  test('folder and database get one id at the first start, and keep it', async () => {
    const place = await newPlace();
    const id = await requireOneInstallation(place.database.db, place.dataDir, folderFiles(place.dataDir));
    expect(await readFile(path.join(place.dataDir, 'installation-id'), 'utf8')).toBe(`${id}\n`);
    expect(await requireOneInstallation(place.database.db, place.dataDir, folderFiles(place.dataDir))).toBe(id);
  });

  test('a folder and a database of different installations refuse each other', async () => {
    const [one, other] = [await newPlace(), await newPlace()];
    await requireOneInstallation(one.database.db, one.dataDir, folderFiles(one.dataDir));
    await requireOneInstallation(other.database.db, other.dataDir, folderFiles(other.dataDir));
    const refused = requireOneInstallation(other.database.db, one.dataDir, folderFiles(one.dataDir));
    await expect(refused).rejects.toThrow(/^DATA_DIR .* belongs to the installation .*, and the database to /);
  });

  test('a database that knows none of the uploads is refused, and none of them is touched', async () => {
    const [one, empty] = [await newPlace(), await newPlace()];
    const names = [await upload(one), await upload(one)];
    await expect(requireOneInstallation(empty.database.db, one.dataDir, folderFiles(one.dataDir))).rejects.toThrow(
      StartError,
    );
    expect(await uploadsOf(one)).toEqual(expect.arrayContaining(names));
  });

  test('an installation from before there were ids is taken on', async () => {
    const place = await newPlace();
    await upload(place);
    const id = await requireOneInstallation(place.database.db, place.dataDir, folderFiles(place.dataDir));
    expect(await place.own.query('select id from installation')).toEqual([{ id }]);
  });

  test('what the database does not know is moved to a quarantine with a report, and nothing is erased', async () => {
    const place = await newPlace();
    const known = await upload(place);
    const folder = path.join(place.dataDir, 'uploads');
    const [files, incoming] = [folderFiles(place.dataDir), path.join(folder, 'incoming')];
    const unknown = `${randomUUID()}.pdf`;
    await writeFile(path.join(folder, unknown), 'nobody knows me');
    await writeFile(path.join(folder, 'incoming', 'half.raw'), 'half');
    expect(await sweepUploads(place.database.db, files, incoming, false)).toBeUndefined();
    expect(await sweepUploads(place.database.db, files, incoming, true)).toMatch(
      /^2 files .* were moved to .*quarantine/,
    );
    expect((await uploadsOf(place)).sort()).toEqual([known, 'incoming'].sort());
    const [moment = ''] = await readdir(path.join(place.dataDir, 'quarantine'));
    const quarantine = path.join(place.dataDir, 'quarantine', moment);
    expect(await readFile(path.join(quarantine, unknown), 'utf8')).toBe('nobody knows me');
    expect(JSON.parse(await readFile(path.join(quarantine, 'report.json'), 'utf8'))).toEqual([
      expect.objectContaining({ name: 'half.raw', bytes: 4, why: 'unfinished upload' }),
      expect.objectContaining({ name: unknown, bytes: 15, why: 'not known to the database' }),
    ]);
  });
});

describe('the embedded server', () => {
  let base: string;
  beforeAll(async () => {
    base = await mkdtemp(path.join(os.tmpdir(), 'api-embedded-'));
    // Under root, PostgreSQL runs as its own user and must enter this folder.
    await chmod(base, 0o755);
  });
  afterAll(() => rm(base, { recursive: true, force: true }));

  test('of two that let go at the same moment, one stops the server, and neither complains', async () => {
    const said: string[] = [];
    const open = () => openEmbedded(path.join(base, 'var'), 'command', (text) => void said.push(text));
    const [one, other] = [await open(), await open()];
    const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
    const asked = jest.spyOn(pg.Client.prototype, 'query') as unknown as jest.SpyInstance<Promise<unknown>, unknown[]>;
    asked.mockImplementationOnce(async function unlock(this: unknown, ...given) {
      const unlocked = await query.apply(this, given);
      await other.close();
      return unlocked;
    });
    await one.close();
    asked.mockRestore();
    expect(said).toEqual([]);
  });

  test("the console's database user reads and changes no lead, by whatever way it tries", async () => {
    const dataDir = path.join(base, 'var');
    const site = await openEmbedded(dataDir, 'site', () => undefined);
    const owner = new pg.Client(site.connection);
    await owner.connect();
    await owner.query(
      `create table leads_like (id int, email text); insert into leads_like values (1, 'meena@example.com')`,
    );
    const console = await openServiceDatabase({
      service: 'console',
      setting: 'CONSOLE_DATABASE_URL',
      dataDir,
      migrations: [],
      appendOnly: [],
      onTrouble: () => undefined,
    });
    try {
      const { user, password } = console.pool.options;
      const { database } = site.connection;
      const other = new pg.Client({ ...site.connection, user, password: password as string });
      await expect(other.connect()).rejects.toThrow(`permission denied for database "${database}"`);
      for (const text of [
        'select * from leads_like',
        `select * from ${database}.public.leads_like`,
        'create extension dblink',
        'create extension postgres_fdw',
        `copy (select 1) to program 'cat'`,
        `copy people_stolen from '/etc/passwd'`,
        `select pg_read_file('postgresql.conf')`,
        `select pg_ls_dir('.')`,
        `set role ${pg.escapeIdentifier(site.connection.user)}`,
        `alter role ${pg.escapeIdentifier(user ?? '')} superuser`,
        `alter role ${pg.escapeIdentifier(site.connection.user)} password 'mine'`,
        `grant ${pg.escapeIdentifier(site.connection.user)} to ${pg.escapeIdentifier(user ?? '')}`,
        `drop database ${pg.escapeIdentifier(database)}`,
        `select rolpassword from pg_authid`,
        'create table mine (id int)',
      ])
        await expect(console.pool.query(text)).rejects.toThrow(
          /permission denied|must be|does not exist|not implemented|Only roles/,
        );
      expect((await owner.query('select email from leads_like')).rows).toEqual([{ email: 'meena@example.com' }]);
    } finally {
      await console.close();
      await owner.end();
      await site.close();
    }
  });
});

describe('jobs', () => {
  let own: TestDatabase;
  let database: Database;
  const running: JobRunner[] = [];
  const troubles: string[] = [];
  beforeAll(async () => {
    own = await createTestDatabase(SITE_TABLES);
    database = await openDatabase(
      { databaseUrl: own.url, databasePool: 8, dataDir: '/nonexistent' },
      'site',
      () => undefined,
    );
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((runner) => runner.stop()));
  });
  afterAll(async () => {
    await database.close();
    await own.close();
  });

  const start = async (queues: JobQueue<never>[], scheduled: ScheduledJob[] = []): Promise<JobRunner> => {
    const runner = await openJobs({ database, onTrouble: (text) => troubles.push(text) });
    await runner.work(queues, scheduled);
    running.push(runner);
    return runner;
  };

  const queueOf = (name: string, run: (data: { word: string }) => Promise<void>): JobQueue<{ word: string }> => ({
    name,
    concurrency: 2,
    retryDelaySeconds: 1,
    retryLimit: 5,
    run,
  });

  test('what is asked for is done once, by one of two processes, however often it was asked for', async () => {
    const done: string[] = [];
    const queue = queueOf('once', async ({ word }) => void done.push(word));
    const [first, second] = [await start([queue]), await start([queue])];
    const words = Array.from({ length: 20 }, (_, index) => `word-${index}`);
    // One transaction: a word that was done before its second request would rightly be done again.
    await database.db.transaction(async (tx) => {
      for (const word of words) for (const runner of [first, second]) await runner.request(tx, queue, word, { word });
    });
    first.wake('once');
    await until(async () => done.length >= words.length);
    expect(done.toSorted()).toEqual(words.toSorted());
  });

  test('what a failed job leaves behind holds no values of the query that failed', async () => {
    const queue = queueOf('refused', async ({ word }) => {
      await database.db.insert(schema.posts).values({ slug: word, title: 'asha@x.example' } as never);
    });
    const runner = await start([queue]);
    await runner.request(database.db, queue, 'a', { word: 'a' });
    const left = () => own.query<{ text: string }>("select output::text as text from jobs.job where name = 'refused'");
    await until(async () => (await left())[0]?.text !== null);
    const [{ text } = { text: '' }] = await left();
    expect(text).toContain('null value in column');
    expect(text).not.toContain('asha');
  });

  test('a transaction that is rolled back has asked for nothing', async () => {
    const done: string[] = [];
    const queue = queueOf('rolled-back', async ({ word }) => void done.push(word));
    const runner = await start([queue]);
    await database.db
      .transaction(async (tx) => {
        await runner.request(tx, queue, 'no', { word: 'no' });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await database.db.transaction((tx) => runner.request(tx, queue, 'yes', { word: 'yes' }));
    runner.wake(queue.name);
    await until(async () => done.length > 0);
    expect(done).toEqual(['yes']);
  });

  test('what fails is done again', async () => {
    let attempts = 0;
    const queue = queueOf('again', async () => {
      attempts += 1;
      if (attempts < 2) throw new Error('not yet');
    });
    const runner = await start([queue]);
    await runner.request(database.db, queue, 'again', { word: 'x' });
    runner.wake(queue.name);
    await until(async () => attempts === 2);
  });

  test('a schedule is kept for all processes together, and its job is never under way twice', async () => {
    let now = 0;
    let most = 0;
    let runs = 0;
    const job: ScheduledJob = {
      name: 'each-minute',
      schedule: '* * * * *',
      run: async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        runs += 1;
      },
    };
    const [first] = [await start([], [job]), await start([], [job])];
    const rows = await own.query<{ cron: string }>(`select cron from jobs.schedule where name = 'each-minute'`);
    expect(rows).toEqual([{ cron: '* * * * *' }]);
    // Two simultaneous requests make one job, because the queue holds one job of this name.
    await own.query(`insert into jobs.job (name, policy)
    values ('each-minute', 'exclusive'), ('each-minute', 'exclusive') on conflict do nothing`);
    first.wake(job.name);
    await until(async () => runs > 0);
    expect([runs, most]).toEqual([1, 1]);
  });

  test('what is scheduled and fails is told of: nobody sees that it was not done', async () => {
    const run = () => Promise.reject(new Error('no such folder'));
    const runner = await start([], [{ name: 'each-night', schedule: '0 0 1 1 *', run }]);
    await own.query("insert into jobs.job (name, policy) values ('each-night', 'exclusive')");
    runner.wake('each-night');
    await until(async () => troubles.length > 0);
    expect(troubles[0]).toBe('The job each-night failed: no such folder');
  });

  test('nothing waits for a moment that is again to come, because the clock of the database was set back', async () => {
    let runs = 0;
    const queue = queueOf('set-back', async () => {
      runs += 1;
    });
    const before = await start([]);
    await before.declare([queue]);
    await before.request(database.db, queue, 'x', { word: 'x' });
    await own.query(`update jobs.version set cron_on = now() + interval '5 hours'`);
    await own.query(`update jobs.queue set monitor_claim_on = now() + interval '5 hours', maintain_on = now()`);
    await own.query(`update jobs.job set start_after = now() + interval '5 hours' where name = 'set-back'`);
    await start([queue]);
    await until(async () => runs === 1);
    const ahead = `select 1 from jobs.version, jobs.queue where greatest(cron_on, monitor_claim_on) > now()`;
    expect(await own.query(ahead)).toEqual([]);
  });

  describe('work in batches', () => {
    /** Work that ends on demand. */
    const held = () => {
      const batches: (readonly number[])[] = [];
      const ends: ((error?: Error) => void)[] = [];
      const work = (items: readonly number[]) =>
        new Promise<number[]>((resolve, reject) => {
          batches.push(items);
          ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 10))));
        });
      return { batches, ends, work };
    };

    test('who comes alone is served at once, and who comes meanwhile is served together', async () => {
      const { batches, ends, work } = held();
      const double = inBatches({ largest: 3, atOnce: 1 }, work);
      const results = [1, 2, 3, 4, 5].map(double);
      expect(batches).toEqual([[1]]);
      ends[0]?.();
      await results[0];
      await Promise.resolve();
      expect(batches).toEqual([[1], [2, 3, 4]]);
      ends[1]?.();
      await results[3];
      ends[2]?.();
      expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50]);
    });

    test('as many batches are under way as may be', () => {
      const { batches, work } = held();
      const double = inBatches({ largest: 3, atOnce: 2 }, work);
      for (const item of [1, 2, 3]) void double(item);
      expect(batches).toEqual([[1], [2]]);
    });

    test('a batch that fails fails its own, and the next goes on', async () => {
      const { ends, work } = held();
      const double = inBatches({ largest: 3, atOnce: 1 }, work);
      const [first, second] = [double(1), double(2)];
      ends[0]?.(new Error('The disk is full'));
      await expect(first).rejects.toThrow('The disk is full');
      await Promise.resolve();
      ends[1]?.();
      expect(await second).toBe(20);
    });
  });
});
