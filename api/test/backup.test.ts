import crypto, { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrateDatabase } from '@wholepage/database/migrate';
import { openPool } from '@wholepage/database/service-database';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import { parse } from 'csv-parse/sync';
import { sample, TAKES_ALL } from '../../platform/tooling/src/testing/sample';
import { restoreBackup, writeBackup } from '../src/backup/backup';
import { checkBackups } from '../src/backup/history';
import { MIGRATION } from '../src/db/database';
import { type FileStore, folderFiles } from '../src/files/file-store';
import { MIGRATIONS_DIR } from '../src/settings/paths';
import { runCli, runWith } from './helpers/cli';
import { sendInspiration } from './helpers/inspiration';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { startServer, whenReady } from './helpers/processes/server-process';
import { startSite, type TestSite, until } from './helpers/site';
import { SITE_TABLES } from './helpers/site-tables';

jest.setTimeout(120_000);

let site: TestSite;
let base: string;
beforeAll(async () => {
  site = await startSite({ SAMPLE_POSTS: '1' });
  base = await mkdtemp(path.join(os.tmpdir(), 'api-backup-'));
});
afterAll(async () => {
  await site.stop();
  await rm(base, { recursive: true });
});

/** Migrations with their timestamps. */
const MOMENTS: { tag: string; when: number }[] = JSON.parse(
  readFileSync(path.join(MIGRATIONS_DIR, 'meta', '_journal.json'), 'utf8'),
).entries;

const backup = (env: Record<string, string>, file: string) => runWith(env, 'backup', file);
const restore = (env: Record<string, string>, file: string) => runWith(env, 'restore', file);

const inspiration = (email: string) => sendInspiration(site.url, { fields: { email } });

const TABLES = ['enquiries', 'files', 'mails', 'orders', 'payments', 'posts', 'webhook_events', 'installation'];
const contentOf = async (query: TestSite['database']['query'], dataDir: string) => {
  const rows = await Promise.all(
    TABLES.map(async (table) => {
      const found = await query<{ row: string }>(`select (to_jsonb(t) - 'reconciled_at')::text as row from ${table} t`);
      return [table, found.map(({ row }) => row).toSorted()] as const;
    }),
  );
  const files = await Promise.all(
    ['uploads', 'covers', 'outbox'].map(async (folder) => {
      const names = await readdir(path.join(dataDir, folder)).catch(() => []);
      const kept = names.filter((name) => name !== 'incoming').toSorted();
      return Promise.all(
        kept.map(async (name) => [name, (await readFile(path.join(dataDir, folder, name))).toString('hex')]),
      );
    }),
  );
  return { rows: Object.fromEntries(rows), files, id: await readFile(path.join(dataDir, 'installation-id'), 'utf8') };
};

test('an empty place holds the same after a restore, and the site goes on from there', async () => {
  await site.post('/save_modal_form.php', {
    name: 'N',
    email: 'a@x.example',
    phone: '12345',
    message: '₹ 1,00,000 – “q”\n',
  });
  expect((await inspiration('b@x.example')).status).toBe(200);
  await site.database.query(
    `insert into orders (id, receipt, amount, currency, submission_key, status, created_at, reconciled_at)
     values ($1, 'r-1', 5000000, 'INR', 'k', 'paid', now() - interval '9 days', now())`,
    [randomUUID()],
  );
  await until(async () => (await site.database.query(`select 1 from mails where status = 'queued'`)).length === 0);
  const before = await contentOf(site.database.query, site.dataDir);

  const file = path.join(base, 'all.backup');
  const made = await backup({ DATABASE_URL: site.database.url, DATA_DIR: site.dataDir }, file);
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const own = await createTestDatabase();
  const dataDir = path.join(base, 'restored');
  const env = { DATABASE_URL: own.url, DATA_DIR: dataDir };
  expect(await restore(env, file)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(own.query, dataDir)).toEqual(before);
  // Refunds may have happened since the back-up: all orders are due at once, not a day after their last reconciliation.
  expect(await own.query("select reconciled_at <= now() - interval '1 day' as due from orders")).toEqual([
    { due: true },
  ]);
  const again = await restore(env, file);
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^The database is not empty/)]);
  const [next] = await own.query<{ id: number }>(
    `insert into posts (slug, title, status, published_at, content) values ('next', 'N', 'draft', now(), '') returning id`,
  );
  const [last] = await site.database.query<{ id: number }>('select max(id) as id from posts');
  expect(next?.id).toBe((last?.id ?? 0) + 1);
  await own.close();
});

test('what is written while it runs is in it whole or not at all', async () => {
  let going = true;
  const writing = (async () => {
    while (going) await inspiration(`${randomUUID()}@x.example`);
  })();
  const file = path.join(base, 'busy.backup');
  expect((await backup({ DATABASE_URL: site.database.url, DATA_DIR: site.dataDir }, file)).code).toBe(0);
  going = false;
  await writing;
  const own = await createTestDatabase();
  const dataDir = path.join(base, 'busy');
  expect((await restore({ DATABASE_URL: own.url, DATA_DIR: dataDir }, file)).code).toBe(0);
  const known = await own.query<{ name: string }>('select stored_name as name from files');
  const kept = await readdir(path.join(dataDir, 'uploads'));
  for (const { name } of known) expect(kept).toContain(name);
  await own.close();
});

test('files that cannot be read are no back-up without files', async () => {
  const dataDir = path.join(base, 'unreadable');
  await mkdir(dataDir);
  await symlink('uploads', path.join(dataDir, 'uploads'));
  const file = path.join(base, 'unreadable.backup');
  const { code, stderr } = await backup({ DATABASE_URL: site.database.url, DATA_DIR: dataDir }, file);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^\S+unreadable cannot be used \(ELOOP: .*\)\.\n$/)]);
  // The systemd unit sets the data folder; a timer's settings do not contain it.
  const elsewhere = await backup({ DATABASE_URL: site.database.url, DATA_DIR: path.join(base, 'elsewhere') }, file);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('holds no file of this site')]);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a full disk is named as what takes no back-up, and leaves no half of one', async () => {
  const file = path.join(base, 'full.backup');
  const named = jest.spyOn(crypto, 'randomUUID').mockReturnValue('0-0-0-0-0');
  await symlink('/dev/full', `${file}.0-0-0-0-0.part`);
  const { code, stderr } = await backup({ DATABASE_URL: site.database.url, DATA_DIR: site.dataDir }, file);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/full\.backup cannot be written \(.*ENOSPC: .*\)\.\n$/)]);
  named.mockRestore();
  expect((await readdir(base)).filter((name) => name.startsWith('full.backup'))).toEqual([]);
});

test('a restore asks the database something for each file: PgBouncer ends a transaction that is silent', async () => {
  const own = await createTestDatabase(SITE_TABLES);
  const pool = openPool({ connectionString: own.url }, () => undefined, { max: 1 });
  const client = await pool.connect();
  const query = jest.spyOn(client, 'query');
  client.release();
  const dataDir = path.join(base, 'pooled');
  const files = folderFiles(dataDir);
  const asked: number[] = [];
  const write: FileStore['write'] = (file, source) => {
    asked.push(query.mock.calls.length);
    return files.write(file, source);
  };
  await restoreBackup(pool, { files: { ...files, write }, dataDir }, path.join(base, 'all.backup'));
  expect(asked.length).toBeGreaterThan(2);
  expect([...new Set(asked)]).toEqual(asked);
  await pool.end();
  await own.close();
});

test('a back-up of an earlier release is brought up to date as its database would have been', async () => {
  const [earlier, own] = [await createTestDatabase(), await createTestDatabase()];
  // Earlier migrations have no columns for the time of capture and for an order's course.
  const until = { __drizzle_migrations: MOMENTS.findLast(({ tag }) => tag < '0013')?.when ?? 0 };
  await migrateDatabase({ connectionString: earlier.url }, { ...MIGRATION, until });
  await earlier.query(`
    insert into installation (id) values (gen_random_uuid());
    insert into courses (variant, price_in_rupees, plus_tax) values ('online', 50000, true);
    insert into enrolments (id, submission_key, name, email, phone, course)
      values ('11111111-1111-4111-8111-111111111111', 'k', 'Uma', 'uma@x.example', '1', 'online');
    insert into orders (id, receipt, amount, currency, enrolment_id)
      select id, 'r-1', 5000000, 'INR', id from enrolments;
    insert into payments (id, order_id, status, captured, created_at)
      select 'pay_1', id, 'captured', true, now() - interval '1 year' from orders`);
  const pool = openPool({ connectionString: earlier.url }, () => undefined, { max: 1 });
  const file = path.join(base, 'earlier.backup');
  await writeBackup(pool, { files: folderFiles(base), dataDir: base }, file);
  await pool.end();
  expect(await restore({ DATABASE_URL: own.url, DATA_DIR: path.join(base, 'up') }, file)).toMatchObject({ stderr: '' });
  expect(
    await own.query(
      'select course, plus_tax, captured_at = p.created_at as is_of_then from orders o join payments p on p.order_id = o.id',
    ),
  ).toEqual([{ course: 'online', plus_tax: true, is_of_then: true }]);
  const again = await createTestDatabase(SITE_TABLES);
  expect((await restore({ DATABASE_URL: again.url, DATA_DIR: path.join(base, 'again') }, file)).stderr).toBe(
    'This back-up is of an earlier release; restore it into a database that no release has used.\n',
  );
  for (const one of [earlier, own, again]) await one.close();
});

test('a back-up that is cut off restores nothing', async () => {
  const whole = await readFile(path.join(base, 'all.backup'));
  const file = path.join(base, 'cut.backup');
  await writeFile(file, whole.subarray(0, whole.length - 40));
  const own = await createTestDatabase();
  const result = await restore({ DATABASE_URL: own.url, DATA_DIR: path.join(base, 'cut') }, file);
  expect([result.code, result.stderr]).toEqual([1, `${file} is cut off; nothing was restored.\n`]);
  expect(await own.query('select 1 from enquiries')).toEqual([]);
  await own.close();
});

const HEADER = { kind: 'header', format: 1, schema: String(MOMENTS.at(-1)?.when), taken: '2026-11-25T00:00:00.000Z' };
const lines = (...all: object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join('');

const WRONG_ROWS: [what: string, line: object | undefined, why: string][] = [
  ['rows that are no JSON', { kind: 'rows', table: 'posts', columns: ['id'], rows: ['{"id": '] }, 'rows of posts'],
  ['rows of other types', { kind: 'rows', table: 'posts', columns: ['id'], rows: ['{"id":"x"}'] }, 'rows of posts'],
  [
    'rows without what they need',
    { kind: 'rows', table: 'posts', columns: ['id'], rows: ['{"id":1}'] },
    'rows of posts',
  ],
  ['tables of somebody else', { kind: 'rows', table: 'users', columns: ['id'], rows: ['{"id":1}'] }, 'does not know'],
  ['nothing', undefined, 'holds nothing'],
];

test.each(sample(WRONG_ROWS, ['rows of other types', 'nothing']))(
  'a back-up with %s is one sentence',
  async (_what, line, why) => {
    const file = path.join(base, 'other.backup');
    const rows = line ? 1 : 0;
    await writeFile(file, gzipSync(lines(HEADER, ...(line ? [line] : []), { kind: 'end', rows, files: 0 })));
    const own = await createTestDatabase(SITE_TABLES);
    const result = await restore({ DATABASE_URL: own.url, DATA_DIR: path.join(base, 'other') }, file);
    expect([result.code, result.stderr]).toEqual([1, expect.stringMatching(`^The back-up [^\n]*${why}[^\n]*\n$`)]);
    await own.close();
  },
);

const WRONG_FILES: [what: string, content: Buffer | undefined, why: string][] = [
  ['that is missing', undefined, 'is not there'],
  ['of junk', Buffer.from('no gzip at all'), 'is not a back-up that `npm run api -- backup` wrote'],
  ['of other gzipped text', gzipSync('{"kind":"header"'), 'is not a back-up that `npm run api -- backup` wrote'],
  ['that is empty', Buffer.alloc(0), 'is cut off'],
  ['of nothing, gzipped', gzipSync(''), 'is not a back-up that `npm run api -- backup` wrote'],
  [
    'without a header',
    gzipSync('{"kind":"end","rows":0,"files":0}\n'),
    'is not a back-up that `npm run api -- backup` wrote',
  ],
  ['of no moment', gzipSync(lines({ ...HEADER, schema: 'x' })), 'is not a back-up that `npm run api -- backup` wrote'],
];

test.each(sample(WRONG_FILES, ['of junk', 'that is empty']))(
  'a file %s is one sentence',
  async (_what, content, why) => {
    const file = path.join(base, 'wrong.backup');
    await rm(file, { force: true });
    if (content) await writeFile(file, content);
    const own = await createTestDatabase(SITE_TABLES);
    const result = await restore({ DATABASE_URL: own.url, DATA_DIR: path.join(base, 'wrong') }, file);
    expect([result.code, result.stderr]).toEqual([1, `${file} ${why}; nothing was restored.\n`]);
    await own.close();
  },
);

if (TAKES_ALL)
  test('the embedded database takes it as well, and the site starts on it', async () => {
    const dataDir = path.join(base, 'embedded');
    // Under root, PostgreSQL runs as its own user and must enter this folder.
    await chmod(base, 0o755);
    const env = { DATA_DIR: dataDir };
    expect(await restore(env, path.join(base, 'all.backup'))).toMatchObject({ code: 0 });
    const server = await startServer(dataDir);
    await whenReady(server);
    const file = path.join(base, 'embedded.backup');
    expect(await backup(env, file)).toMatchObject({ code: 0 });
    const list = await runWith(env, 'leads', 'list', '--json');
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(list.stdout)).toMatchObject([{ email: 'a@x.example' }, { email: 'b@x.example', files: 1 }]);
    expect(await server.stop()).toBe(0);
  });

/** The exports that docs/runbook/rotate-keys.md lists under "Export everything". The tests above restore a whole back-up. */
describe('leaving', () => {
  let shop: Shop;
  let folder: string;
  beforeAll(async () => {
    [shop, folder] = [await startShop(), await mkdtemp(path.join(os.tmpdir(), 'api-leave-'))];
  });
  afterAll(async () => {
    await shop.stop();
    await rm(folder, { recursive: true });
  });

  const { order, statusOf, hook, event, payment } = callsOf(() => shop);
  const run = async (...words: string[]): Promise<void> => {
    const { code, stderr } = await runCli(shop.site, ...words);
    if (code !== 0) throw new Error(stderr);
  };

  test('the age and the size of back-ups are watched', async () => {
    const { site } = shop;
    const { database, alarms } = site.context;
    const check = () => checkBackups(database.db, alarms, 26);
    const raised = async () =>
      (await site.database.query<{ name: string }>('select name from alarms order by name')).map(({ name }) => name);
    const env = { DATABASE_URL: site.database.url, DATA_DIR: site.dataDir };
    const backup = () => runWith(env, 'backup', path.join(folder, 'watched.gz'));

    await check();
    expect(await raised()).toEqual([]);
    await site.database.query("update installation set created_at = now() - interval '27 hours'");
    await check();
    expect(await raised()).toEqual(['backup-old']);
    expect((await backup()).code).toBe(0);
    await check();
    expect(await raised()).toEqual([]);
    await site.database.query("update backups set created_at = now() + interval '2 days'");
    await check();
    expect(await raised()).toEqual(['backup-old']);
    await site.database.query('update backups set bytes = bytes * 3');
    expect((await backup()).stderr).toMatch(/the one before had \d+ kB/);
    await check();
    expect(await raised()).toEqual(['backup-shrank']);
  });

  test('enquiries and files leave as they came in', async () => {
    const sent = { name: 'Ravi "R" Ümit', email: 'ravi@x.example', phone: '98400 11111', message: 'Two,\nlines; தமிழ்' };
    await shop.site.post('/save_modal_form.php', sent);
    const pdf = `%PDF-1.7\n${sent.email}\n%%EOF`;
    const uma = { name: 'Uma', number: '98400', email: 'uma@x.example' };
    await sendInspiration(shop.site.url, { fields: uma, file: Buffer.from(pdf), name: 'idea.pdf' });
    await until(async () => (await shop.site.outbox()).length > 0);

    const file = path.join(folder, 'leads.csv');
    const copies = path.join(folder, 'files');
    await run('leads', 'export', '--out', file, '--files', copies);
    const rows: Record<string, string>[] = parse(await readFile(file), { bom: true, columns: true });
    expect(rows).toMatchObject([sent, { name: 'Uma', email: 'uma@x.example', files: '1' }]);

    const [copy = ''] = await readdir(copies);
    expect(copy.startsWith(rows[1]?.id?.slice(0, 8) ?? '-')).toBe(true);
    expect(await readFile(path.join(copies, copy), 'utf8')).toBe(pdf);
  });

  test('enrolments, orders and what was paid leave with their ties', async () => {
    const who = { name: 'Meena', email: 'meena@x.example', phone: '98400 22222' };
    const enrolled = await (await shop.site.post('/enrolments', { ...who, course: 'online' })).json();
    const { body } = await order(5_000_000, { 'enrolment-id': enrolled.id });
    const paid = payment(body.id, 'captured', `pay_${body.id}`, { captured: true });
    await hook(event('payment.captured', { payment: { entity: paid } }));
    expect(await statusOf(body.id)).toBe('paid');

    const file = path.join(folder, 'site.gz');
    await run('backup', file);
    const lines: { kind: string; table: string; rows: string[] }[] = gunzipSync(await readFile(file))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const rowsOf = (table: string) =>
      lines
        .filter((line) => line.kind === 'rows' && line.table === table)
        .flatMap(({ rows }) => rows.map((row) => JSON.parse(row)));
    expect(rowsOf('enrolments')).toMatchObject([{ ...who, id: enrolled.id }]);
    const [left] = rowsOf('orders');
    expect(left).toMatchObject({
      provider_order_id: body.id,
      enrolment_id: enrolled.id,
      status: 'paid',
      amount: 5_000_000,
    });
    expect(rowsOf('payments')).toMatchObject([
      { id: paid.id, order_id: left.id, status: 'captured', amount: 5_000_000 },
    ]);
  });
});
