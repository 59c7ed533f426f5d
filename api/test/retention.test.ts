import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ENQUIRY_NOTICE } from 'site/notice';
import { forgetPerson } from '../src/enquiries/forget';
import { applyRetention } from '../src/retention';
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
  expect(await applyRetention(database.db, site.context.files, config)).toMatchObject({ enquiries: 1, suspects: 1 });
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
  expect(await applyRetention(database.db, site.context.files, config)).toMatchObject({ mails: 1 });
  expect(await readdir(path.join(site.dataDir, 'outbox'))).toEqual([waiting]);
});

test('enrolments and webhooks go in their time, and orders stay', async () => {
  for (const [table, days] of [
    ['enrolments', 2922],
    ['webhooks', 365],
  ] as const) {
    for (const age of [days - 1, days + 1]) {
      const id = randomUUID();
      const insert =
        table === 'enrolments'
          ? `insert into enrolments (id, submission_key, name, email, phone, course, created_at)
             values ($1::uuid, $1::text, 'N', 'e@x.example', '1', 'offline', now() - $2 * interval '1 day')`
          : `insert into webhook_events (id, type, payload, outcome, created_at)
             values ($1, 't', '{}', 'applied', now() - $2 * interval '1 day')`;
      await site.database.query(insert, [id, age]);
      if (table === 'enrolments')
        await site.database.query(
          `insert into orders (id, receipt, amount, currency, enrolment_id) values ($1::uuid, $1::text, 1, 'INR', $1::uuid)`,
          [id],
        );
    }
  }
  const { config, database } = site.context;
  expect(await applyRetention(database.db, site.context.files, config)).toMatchObject({ enrolments: 1, webhooks: 1 });
  const orders = await site.database.query('select enrolment_id is null as alone from orders order by 1');
  expect(orders).toEqual([{ alone: false }, { alone: true }]);
});

test('forgetting reaches webhooks that hold the address and files that were moved away', async () => {
  const hold = (id: string, body: string) =>
    site.database.query(
      `insert into webhook_events (id, type, payload, outcome) values ($1, 't', jsonb_build_object('body', $2::text), 'unreadable')`,
      [id, body],
    );
  await hold('evt_hers', '{"email":"Gone-1-day@X.example"');
  await hold('evt_other', '{"email":"not.gone-1-day@x.example"');
  await site.database.query(
    `insert into enquiries (id, submission_key, form, email, phone) values ($1::uuid, $1::text, 'studio', 'gone-1-day@x.example', '1')`,
    ['11111111-1111-4111-8111-111111111111'],
  );
  await site.database.query(
    `insert into files (id, enquiry_id, stored_name, original_name, media_type, bytes) values ($1, $1, 'moved.png', 'a', 'b', 1)`,
    ['11111111-1111-4111-8111-111111111111'],
  );
  const quarantine = path.join(site.dataDir, 'quarantine', '2026');
  await mkdir(quarantine, { recursive: true });
  await writeFile(path.join(quarantine, 'moved.png'), 'picture');
  const erased = await forgetPerson(
    site.context.database.db,
    { files: site.context.files, dataDir: site.dataDir },
    'gone-1-day@x.example',
  );
  expect(erased).toMatchObject({ enquiries: 1, files: 1, webhooks: 1 });
  expect(await readdir(quarantine)).toEqual([]);
  const rows = await site.database.query(
    `select id, payload->>'body' as body from webhook_events where id like 'evt_%'`,
  );
  expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([{ body: null }, { body: expect.any(String) }]);
});

test('0 days keep for ever', async () => {
  await keep('new', '9000 days');
  const { config, database } = site.context;
  const retentionDays = { ...config.retentionDays, enquiries: 0 };
  expect(await applyRetention(database.db, site.context.files, { ...config, retentionDays })).toMatchObject({
    enquiries: 0,
  });
});

test('the version of the notice is kept with what was sent', async () => {
  const fields = { name: 'N', email: 'notice@x.example', phone: '12345', subject: 's', message: 'm' };
  const body = new URLSearchParams({ ...fields, notice: '2024-01' });
  await fetch(`${site.url}/save_form.php`, { method: 'POST', body });
  await site.post('/save_form.php', { ...fields, message: 'by script' });
  const rows = await site.database.query(
    `select notice from enquiries where email = 'notice@x.example' order by created_at`,
  );
  expect(rows).toEqual([{ notice: '2024-01' }, { notice: ENQUIRY_NOTICE.version }]);
});
