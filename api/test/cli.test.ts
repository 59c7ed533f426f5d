import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import { openDatabase } from '../src/db/database';
import { sweepMails } from '../src/mail/queue';
import { runWith } from './helpers/cli';
import { sendInspiration } from './helpers/inspiration';
import { type FakeProvider, KEY_ID, KEY_SECRET, startProvider } from './helpers/orders/provider';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

describe('without a site', () => {
  let base: string;
  beforeEach(async () => {
    base = await mkdtemp(path.join(os.tmpdir(), 'api-no-site-'));
  });
  afterEach(() => rm(base, { recursive: true }));

  const EVERY: string[][] = [
    ['backup', '/tmp/never.gz'],
    ['leads', 'list'],
    ['orders', 'reconcile'],
    ['mails', 'list'],
    ['posts', 'publish', '/tmp/never.md'],
  ];

  describe('a command without the settings of the site', () => {
    test.each(EVERY)('makes no database: %s %s', async (...words) => {
      const dataDir = path.join(base, 'var');
      const { code, stdout, stderr } = await runWith({ DATA_DIR: dataDir }, ...words);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `DATA_DIR ${dataDir} holds no site; run this with the settings of the site (DATA_DIR or DATABASE_URL).\n`,
      );
      expect(existsSync(dataDir)).toBe(false);
    });

    test('makes no tables in a database of somebody else', async () => {
      const empty = await createTestDatabase();
      const { code, stderr } = await runWith({ DATABASE_URL: empty.url, DATA_DIR: base }, 'leads', 'list');
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database of DATABASE_URL holds no site;/)]);
      expect(await empty.query("select 1 from information_schema.tables where table_schema = 'public'")).toEqual([]);
      await empty.close();
    });

    test('restores nowhere', async () => {
      const { code, stderr } = await runWith({}, 'restore', path.join(base, 'a.gz'));
      expect([code, stderr]).toEqual([1, 'Say where to: set DATA_DIR or DATABASE_URL to an empty place.\n']);
    });

    test('restores no file that is none, and leaves no database behind', async () => {
      const dataDir = path.join(base, 'var');
      const { code, stderr } = await runWith({ DATA_DIR: dataDir }, 'restore', path.join(base, 'a.gz'));
      expect([code, stderr]).toEqual([1, expect.stringMatching(/a\.gz is not there; nothing was restored\.\n$/)]);
      expect(existsSync(dataDir)).toBe(false);
    });

    test('saves nothing of tables that no site has used', async () => {
      const empty = await createTestDatabase();
      await (await openDatabase({ databaseUrl: empty.url, databasePool: 2, dataDir: base }, 'site', jest.fn())).close();
      const target = path.join(base, 'a.gz');
      const { code, stderr } = await runWith({ DATABASE_URL: empty.url, DATA_DIR: base }, 'backup', target);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database of DATABASE_URL holds no site;/)]);
      expect(existsSync(target)).toBe(false);
      await empty.close();
    });

    test('says in production which setting is missing', async () => {
      const env = { NODE_ENV: 'production', DATA_DIR: base };
      const { code, stderr } = await runWith(env, 'backup', path.join(base, 'a.gz'));
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_URL is missing: name your PostgreSQL server/),
      ]);
      expect(await readdir(base)).toEqual([]);
    });
  });
});

describe('beside a site', () => {
  const run = promisify(execFile);
  const TSX = require.resolve('tsx/cli');
  const CLI = path.join(__dirname, '..', 'src', 'cli.ts');

  let site: TestSite;
  let provider: FakeProvider;
  let folder: string;
  beforeAll(async () => {
    provider = await startProvider();
    site = await startSite({
      PAYMENT_API_ORIGIN: provider.url,
      PAYMENT_KEY_ID: KEY_ID,
      PAYMENT_KEY_SECRET: KEY_SECRET,
    });
    await site.database.query(
      `insert into posts (slug, title, status, published_at, content) values ('one', 'One', 'draft', now(), '')`,
    );
    folder = await mkdtemp(path.join(os.tmpdir(), 'api-cli-'));
  });
  afterAll(async () => {
    await site.stop();
    await provider.close();
    await rm(folder, { recursive: true });
  });

  const settings = () => ({
    DATABASE_URL: site.database.url,
    DATA_DIR: site.dataDir,
    PAYMENT_API_ORIGIN: provider.url,
    PAYMENT_KEY_ID: KEY_ID,
    PAYMENT_KEY_SECRET: KEY_SECRET,
    INIT_CWD: folder,
  });

  /** Runs a command as `npm run api -- {words}` does, beside the running site. */
  const cli = (...words: string[]) => runWith(settings(), ...words);

  /** Number of sent mails. The API writes nothing more about a mail that is sent. */
  const sentMails = async (): Promise<number> =>
    (await site.database.query(`select id from mails where status = 'sent'`)).length;

  test('it runs as a process of its own', async () => {
    const env = { ...process.env, ...settings() };
    const { stdout } = await run(process.execPath, [TSX, CLI, '--', 'leads', 'list', '--json'], { env });
    expect(JSON.parse(stdout)).toEqual([]);
  }, 180_000);

  test('leads: list, show, export with their files', async () => {
    const evil = {
      name: '=HYPERLINK("https://evil.example")',
      email: 'evil@x.example',
      phone: '+91 98400 00000',
      message: 'a "quoted"\nline',
    };
    await site.post('/save_modal_form.php', evil);
    await sendInspiration(site.url, { fields: { number: '98400', email: 'Ravi@X.example' } });
    const mail = new FormData();
    const service = { user_id: 'local_public_key', service_id: 'local_service', template_id: 'template_modal' };
    for (const [name, value] of Object.entries({ ...service, ...evil, email: 'mailonly@x.example' }))
      mail.append(name, value);
    await fetch(`${site.url}/api/v1.0/email/send-form`, { method: 'POST', body: mail });
    await until(async () => (await sentMails()) === 2);
    await site.database.query(
      `update mails set status = 'failed', last_error = '550 no such user' where email = 'mailonly@x.example'`,
    );

    const list = await cli('leads', 'list');
    expect(list.stdout).toMatch(/studio\s+new\s+Ravi\s+Ravi@X\.example\s+sent\s+1/);
    expect(list.stdout).toMatch(/mailonly@x\.example\s+mail only, GIVEN UP/);
    expect(list.stderr).toContain('1 mail was given up and will not be tried again');
    expect(list.stderr).toContain('550 no such user');

    const leads = JSON.parse((await cli('leads', 'list', '--form', 'studio', '--since', '1d', '--json')).stdout);
    expect(leads).toHaveLength(1);
    const lead = leads[0];
    expect(lead).toMatchObject({
      form: 'studio',
      email: 'Ravi@X.example',
      saved: true,
      status: 'new',
      files: 1,
      mail_status: 'sent',
    });
    expect((await cli('leads', 'show', lead.id.slice(0, 8))).stdout).toContain('Ravi@X.example');
    expect((await cli('leads', 'list', '--since', '2999-01-01')).stdout).toBe('No leads.\n');
    expect(JSON.parse((await cli('leads', 'list', '--since', '2999-01-01', '--json')).stdout)).toEqual([]);

    const csv = (await cli('leads', 'export')).stdout;
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(csv).toContain('"+91 98400 00000"');
    expect(csv).toContain('"a ""quoted""\nline"');
    expect(csv.match(/^(\uFEFF)?"(id|[0-9a-f-]{36})",/gm)).toHaveLength(4);

    const copies = path.join(folder, 'copies');
    expect((await cli('leads', 'show', lead.id, '--files', copies)).stderr).toContain('1 files copied to');
    const [name = ''] = await readdir(copies);
    expect(name.startsWith(lead.id.slice(0, 8))).toBe(true);
    const copy = await readFile(path.join(copies, name));
    expect(copy.subarray(0, 8)).toEqual(cleanPng.subarray(0, 8));

    // A row without bytes: the file was erased while the restored back-up was being written.
    await site.database.query(
      `insert into files (id, enquiry_id, stored_name, original_name, media_type, bytes, created_at)
       values (gen_random_uuid(), $1, 'gone.png', 'a.png', 'image/png', 1, '2020-01-01')`,
      [lead.id],
    );
    const all = path.join(folder, 'all');
    const { code, stderr } = await cli('leads', 'export', '--out', path.join(folder, 'all.csv'), '--files', all);
    expect([code, stderr]).toEqual([1, expect.stringContaining('gone.png is not there; the others are copied')]);
    expect(await readdir(all)).toHaveLength(1);
    await site.database.query("delete from files where stored_name = 'gone.png'");
  });

  test('mails: what was refused is listed and sent again', async () => {
    const refused = JSON.parse((await cli('mails', 'list', '--failed', '--json')).stdout);
    expect(refused).toMatchObject([{ email: 'mailonly@x.example', status: 'failed', lastError: '550 no such user' }]);
    expect((await cli('mails', 'list')).stdout).toMatch(/mailonly@x\.example\s+GIVEN UP\s+\d\s+550 no such user/);
    expect((await cli('mails', 'retry', refused[0].id.slice(0, 8))).stdout).toContain('1 mail goes out');
    expect((await cli('mails', 'retry', 'ffff')).stderr).toContain('No mail that was given up has the id ffff.');
    await site.database.query(
      `update mails set status = 'failed', queued_at = '2020-01-01' where id = '${refused[0].id}'`,
    );
    expect((await cli('mails', 'retry', refused[0].id, '--drop')).stdout).toContain('1 mail is given up for good');
    expect((await cli('mails', 'retry', refused[0].id, '--drop')).stderr).toContain(
      'No mail that was given up or is refused',
    );
    // A mail that was given up for good is retried only by its id.
    expect((await cli('mails', 'retry')).stdout).toContain('0 mails go out');
    await cli('mails', 'retry', refused[0].id);
    // Its next failure counts from now: after five days a mail is given up.
    expect((await cli('mails', 'list', '--json')).stdout).not.toContain('"queuedAt":"2020');
    const { mailQueue, jobs, database } = site.context;
    await sweepMails(database.db, jobs, mailQueue);
    await until(async () => (await cli('mails', 'list')).stdout.startsWith('No mails wait'));
  });

  test('posts: publish, and publish again in its place', async () => {
    await writeFile(path.join(folder, 'new.md'), '---\ntitle: On hems\nslug: on-hems\ndate: 2026-01-02\n---\nText.\n');
    expect(await cli('posts', 'publish', 'new.md')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\/blog\/on-hems {2}shown/),
    });
    expect((await fetch(`${site.url}/formdata/api_blog_show.php?slug=on-hems`)).status).toBe(200);
    expect((await cli('posts', 'publish', 'new.md')).stderr).toContain('say --replace');
    expect(JSON.parse((await cli('posts', 'publish', 'new.md', '--replace', '--json')).stdout)).toMatchObject({
      slug: 'on-hems',
    });
  });

  test('orders: reconcile, settle', async () => {
    const { id } = await (await site.post('/create_order.php', { amount: 10_000_000 })).json();
    provider.payments.push({
      id: 'pay_1',
      order_id: id,
      status: 'captured',
      amount: 10_000_000,
      currency: 'INR',
      method: 'card',
    });
    const reconciled = await cli('orders', 'reconcile');
    expect(reconciled.stdout).toContain('created → paid');
    expect(reconciled.stderr).toContain('orders asked for: 1, moved on: 1, with a problem: 0');
    expect(await cli('orders', 'settle', 'pay_1')).toMatchObject({
      code: 1,
      stderr: 'No money of payment pay_1 waits to be dealt with.\n',
    });
  });

  test.each([
    [['leads'], 2, /^Usage: npm run api -- leads/],
    [['--help'], 0, /^Usage: npm run api --[\s\S]*office --help[\s\S]*leads export --out/],
    [['leads', 'nonsense'], 2, /unknown command 'nonsense'/],
    [['leads', 'list', '--form', 'fax'], 1, /--form takes one of home, modal, contact, studio/],
    [['leads', 'list', '--unknown'], 2, /unknown option '--unknown'/],
    [['posts', 'publish'], 2, /missing required argument 'file.md'/],
    [['posts', 'publish', 'missing.md'], 1, /missing\.md cannot be read/],
  ])('%j exits with %d and says why', async (words, code, text) => {
    const result = await cli(...words);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toMatch(text);
    expect(result.stderr).not.toMatch(/\n {4}at /);
  });

  test.each([
    ['leads', 'export', '--out', 'none/leads.csv'],
    ['leads', 'export', '--files', 'taken'],
  ])('a place that cannot be written is one sentence: %s %s %s', async (...words) => {
    await writeFile(path.join(folder, 'taken'), '');
    const { code, stderr } = await cli(...words);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^(\d+ of [^\n]*\n)?\/[^\n]* cannot be used \([^\n]*\)\.\n$/),
    ]);
  });
});
