import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NOTICE_VERSION } from 'contracts/notice';
import { applyRetention } from '../src/retention/retention';
import { startSite, type TestSite } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const keep = async (status: string, age: string, file?: string) => {
  const id = randomUUID();
  await site.database.query(
    `insert into enquiries (id, submission_key, form, email, phone, status, created_at)
     values ($1, $2, 'studio', $3, '1', $4, now() - $5::interval)`,
    [id, id, `${status}-${age.replace(' ', '-')}@x.example`, status, age],
  );
  if (!file) return;
  await site.database.query(
    `insert into files (id, enquiry_id, stored_name, original_name, media_type, bytes) values ($1, $1, $2, 'a', 'b', 1)`,
    [id, file],
  );
  await writeFile(path.join(site.dataDir, 'uploads', file), 'picture');
};

test('each kind is erased with its files when its time is over, and nothing before', async () => {
  await keep('new', '729 days', 'young.png');
  await keep('new', '731 days', 'old.png');
  await keep('suspect', '89 days');
  await keep('suspect', '91 days');
  const { config, database } = site.context;
  expect(await applyRetention(database.db, config)).toMatchObject({ enquiries: 1, suspects: 1 });
  const left = await site.database.query('select email from enquiries order by email');
  expect(left).toEqual([{ email: 'new-729-days@x.example' }, { email: 'suspect-89-days@x.example' }]);
  const files = await readdir(path.join(site.dataDir, 'uploads'));
  expect(files.filter((name) => name.endsWith('.png'))).toEqual(['young.png']);
});

test('mails go when they are sent and old, with their copies in the outbox; those that wait stay', async () => {
  await mkdir(path.join(site.dataDir, 'outbox'), { recursive: true });
  const add = async (status: string) => {
    const id = randomUUID();
    await site.database.query(
      `insert into mails (id, submission_key, form, fields, email, status, created_at, next_attempt_at)
       values ($1, $2, 'modal', '{}', 'a@x.example', $3, now() - interval '91 days', now() + interval '1 day')`,
      [id, id, status],
    );
    await writeFile(path.join(site.dataDir, 'outbox', `${id}.eml`), 'mail');
    return `${id}.eml`;
  };
  const [, waiting] = [await add('sent'), await add('queued')];
  const { config, database } = site.context;
  expect(await applyRetention(database.db, config)).toMatchObject({ mails: 1 });
  expect(await readdir(path.join(site.dataDir, 'outbox'))).toEqual([waiting]);
});

test('0 days keep for ever', async () => {
  await keep('new', '9000 days');
  const { config, database } = site.context;
  const retentionDays = { ...config.retentionDays, enquiries: 0 };
  expect(await applyRetention(database.db, { ...config, retentionDays })).toMatchObject({ enquiries: 0 });
});

test('the version of the notice is kept with what was sent', async () => {
  const fields = { name: 'N', email: 'notice@x.example', phone: '12345', subject: 's', message: 'm' };
  const body = new URLSearchParams({ ...fields, notice: '2024-01' });
  await fetch(`${site.url}/save_form.php`, { method: 'POST', body });
  await site.post('/save_form.php', { ...fields, message: 'by script' });
  const rows = await site.database.query(
    `select notice from enquiries where email = 'notice@x.example' order by created_at`,
  );
  expect(rows).toEqual([{ notice: '2024-01' }, { notice: NOTICE_VERSION }]);
});
