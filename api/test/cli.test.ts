import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { LEADS } from '../src/cli/leads/commands';
import { MAILS } from '../src/cli/mails/commands';
import { ORDERS } from '../src/cli/orders/commands';
import { POSTS } from '../src/cli/posts/commands';
import type { Commands } from '../src/cli/support/command';
import { runCommand } from '../src/cli/support/run';
import { mailSweep } from '../src/mail/queue/sweep';
import { type FakeProvider, KEY_ID, KEY_SECRET, startProvider } from './helpers/orders/provider';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

const run = promisify(execFile);
const TSX = require.resolve('tsx/cli');
const CLI = path.join(__dirname, '..', 'src', 'cli');

let site: TestSite;
let provider: FakeProvider;
let folder: string;
beforeAll(async () => {
  provider = await startProvider();
  site = await startSite({ PAYMENT_API_ORIGIN: provider.url, PAYMENT_KEY_ID: KEY_ID, PAYMENT_KEY_SECRET: KEY_SECRET });
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

const PROGRAMS: Record<string, Commands> = { leads: LEADS, mails: MAILS, posts: POSTS, orders: ORDERS };

const settings = () => ({
  DATABASE_URL: site.database.url,
  DATA_DIR: site.dataDir,
  PAYMENT_API_ORIGIN: provider.url,
  PAYMENT_KEY_ID: KEY_ID,
  PAYMENT_KEY_SECRET: KEY_SECRET,
  INIT_CWD: folder,
});

class Memory extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command as `npm run {program} -- {words}` does, beside the running site. */
const cli = async (program: string, ...words: string[]) => {
  const [stdout, stderr] = [new Memory(), new Memory()];
  const code = await runCommand(program, PROGRAMS[program] ?? {}, {
    words,
    env: settings(),
    stdout,
    stderr,
    watched: false,
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
};

/** Only then the API writes nothing more about them. */
const sentMails = async (): Promise<number> =>
  (await site.database.query(`select id from mails where status = 'sent'`)).length;

test('the programs run as processes of their own', async () => {
  const env = { ...process.env, ...settings() };
  const outputs = await Promise.all(
    Object.keys(PROGRAMS).map((program) =>
      run(process.execPath, [TSX, path.join(CLI, `${program}.ts`), 'list', '--json'], { env }),
    ),
  );
  expect(outputs.map(({ stdout }) => stdout.split('\n').length > 1)).toEqual([true, true, true, false]);
}, 180_000);

test('leads: list, show, export, files, forget', async () => {
  const evil = {
    name: '=HYPERLINK("https://evil.example")',
    email: 'evil@x.example',
    phone: '+91 98400 00000',
    message: 'a "quoted"\nline',
  };
  await site.post('/save_modal_form.php', evil);
  const inspiration = new FormData();
  for (const [name, value] of Object.entries({ name: 'Ravi', number: '98400', email: 'Ravi@X.example' }))
    inspiration.append(name, value);
  inspiration.append('inspirations[]', new Blob([new Uint8Array(cleanPng)]), 'idea.png');
  await fetch(`${site.url}/save_inspiration.php`, {
    method: 'POST',
    body: inspiration,
    headers: { accept: 'application/json' },
  });
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
  expect(list.stdout).toMatch(/studio\s+Ravi\s+Ravi@X\.example\s+sent\s+1/);
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

  const csv = (await cli('leads', 'export', '--csv')).stdout;
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(csv).toContain('"+91 98400 00000"');
  expect(csv).toContain('"a ""quoted""\nline"');
  expect(csv.match(/^(\uFEFF)?"(id|[0-9a-f-]{36})",/gm)).toHaveLength(4);

  const copies = path.join(folder, 'copies');
  expect((await cli('leads', 'files', '--out', copies)).stdout).toContain('idea.png');
  const copy = await readFile(path.join(copies, (await readdir(copies))[0] ?? ''));
  expect(copy.subarray(0, 8)).toEqual(cleanPng.subarray(0, 8));

  const forgotten = await cli('leads', 'forget', 'ravi@x.EXAMPLE');
  expect(forgotten.stdout).toMatch(
    /1 enquiry, 1 file, 0 enrolments, 1 mail of the queue, 1 mail of the outbox, 0 suspects of an older release/,
  );
  expect((await readdir(path.join(site.dataDir, 'uploads'))).filter((name) => name !== 'incoming')).toEqual([]);
  expect((await site.outbox()).join('')).not.toContain('Ravi');
  expect((await cli('leads', 'list')).stdout).not.toContain('Ravi');
});

test('mails: what was refused is listed and sent again', async () => {
  const refused = JSON.parse((await cli('mails', 'list', '--failed', '--json')).stdout);
  expect(refused).toMatchObject([{ email: 'mailonly@x.example', status: 'failed', lastError: '550 no such user' }]);
  expect((await cli('mails', 'list')).stdout).toMatch(/mailonly@x\.example\s+GIVEN UP\s+\d\s+550 no such user/);
  expect((await cli('mails', 'retry', refused[0].id.slice(0, 8))).stdout).toContain('1 mail goes out');
  expect((await cli('mails', 'retry', 'ffff')).stderr).toContain('No mail that was given up has the id ffff.');
  const { mailQueue, jobs, database } = site.context;
  await mailSweep(database.db, jobs, mailQueue).run(new AbortController().signal);
  await until(async () => (await cli('mails', 'list')).stdout.startsWith('No mails wait'));
});

test('posts: publish, list, unpublish', async () => {
  await writeFile(path.join(folder, 'new.md'), '---\ntitle: On hems\nslug: on-hems\ndate: 2026-01-02\n---\nText.\n');
  expect(await cli('posts', 'publish', 'new.md')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\/blog\/on-hems {2}shown/),
  });
  expect((await fetch(`${site.url}/formdata/api_blog_show.php?slug=on-hems`)).status).toBe(200);
  expect((await cli('posts', 'list')).stdout).toMatch(/shown\s+on-hems\s+On hems/);
  expect((await cli('posts', 'unpublish', 'on-hems')).code).toBe(0);
  expect((await fetch(`${site.url}/formdata/api_blog_show.php?slug=on-hems`)).status).toBe(404);
  expect(await cli('posts', 'unpublish', 'never')).toMatchObject({ code: 1, stderr: 'There is no post never.\n' });
});

test('posts: what is exported can be published again, and is the same', async () => {
  const show = async () => (await fetch(`${site.url}/formdata/api_blog_show.php?slug=on-seams`)).json();
  const text = '## Why\n\nSeams & *hems*.\n\n```\none\n\ntwo\n```\n\n- a\n- b\n';
  await mkdir(path.join(folder, 'covers'), { recursive: true });
  await mkdir(path.join(folder, 'posts'), { recursive: true });
  await writeFile(path.join(folder, 'covers', 'seam.png'), cleanPng);
  const matter = 'title: "On seams: one"\ncover: seam.png\ndate: 2026-01-03\nexcerpt: All of them';
  await writeFile(path.join(folder, 'posts', 'on-seams.md'), `---\n${matter}\n---\n${text}`);
  await cli('posts', 'publish', 'posts/on-seams.md');
  const { id: _before, ...published } = (await show()).data;
  expect((await cli('posts', 'export', '--out', 'left')).stdout).toMatch(/^\d+ posts in /);
  await site.database.query(`delete from posts where slug = 'on-seams'`);
  expect(await cli('posts', 'publish', 'left/posts/on-seams.md')).toMatchObject({ code: 0 });
  const { id: _after, ...publishedAgain } = (await show()).data;
  expect(publishedAgain).toEqual(published);
  expect(await cli('posts', 'export')).toMatchObject({ code: 1, stderr: 'Where to? Name a folder: --out FOLDER.\n' });
});

test('orders: list, show, reconcile', async () => {
  const { id } = await (await site.post('/create_order.php', { amount: 10_000_000 })).json();
  provider.payments.push({
    id: 'pay_1',
    order_id: id,
    status: 'captured',
    amount: 10_000_000,
    currency: 'INR',
    method: 'card',
  });
  expect((await cli('orders', 'list', '--open')).stdout).toMatch(new RegExp(`created\\s+₹1,00,000\\s+₹0\\s+${id}`));
  const reconciled = await cli('orders', 'reconcile');
  expect(reconciled.stdout).toContain('created → paid');
  expect(reconciled.stderr).toContain('orders asked for: 1, moved on: 1, with a problem: 0');
  expect((await cli('orders', 'show', id)).stdout).toMatch(/state\s+paid[\s\S]*pay_1\s+.*captured/);
});

test.each([
  [['leads'], 2, /^Say what to do\.\nUsage:/],
  [['leads', '--help'], 0, /^Usage:[\s\S]*npm run leads -- list/],
  [['leads', 'nonsense'], 2, /Usage:/],
  [['leads', 'list', '--form', 'fax'], 1, /--form takes one of home, modal, contact, studio/],
  [['leads', 'list', '--unknown'], 1, /Unknown option '--unknown'/],
  [['leads', 'forget', 'nobody'], 1, /Give one e-mail address/],
  [['posts', 'publish', 'missing.md'], 1, /missing\.md cannot be read/],
])('%j exits with %d and says why', async (words, code, text) => {
  const [program = '', ...rest] = words;
  const result = await cli(program, ...rest);
  expect(result.code).toBe(code);
  expect(result.stdout + result.stderr).toMatch(text);
  expect(result.stderr).not.toMatch(/\n {4}at /);
});

test.each([
  ['leads', 'export', '--csv', '--out', 'none/leads.csv'],
  ['leads', 'files', '--out', 'taken'],
  ['posts', 'export', '--out', 'taken'],
])('a place that cannot be written is one sentence: %s %s', async (program, ...words) => {
  await writeFile(path.join(folder, 'taken'), '');
  const { code, stderr } = await cli(program, ...words);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^(\d+ of [^\n]*\n)?\/[^\n]* cannot be used \([^\n]*\)\.\n$/),
  ]);
});
