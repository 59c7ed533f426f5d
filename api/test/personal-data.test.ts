import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { ENQUIRY_NOTICE, RETENTION_DAYS } from 'site/notice';
import { applyRetention, collectPerson, erasePerson, TEXT_COLUMNS } from '../src/personal-data';
import { officeOf, somebody } from './helpers/office';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { type TestSite, until } from './helpers/site';

let shop: Shop;
let site: TestSite;
beforeAll(async () => {
  shop = await startShop();
  ({ site } = shop);
});
afterAll(() => shop.stop());
const { order, hook, event, payment } = callsOf(() => shop);
const office = officeOf(() => site);
const ask = (method: string, address: string, body?: unknown) => office.call(method, address, body, somebody('owner'));

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
  expect(await applyRetention(database.db, site.context.files, config.dataDir)).toMatchObject({
    enquiries: 1,
    suspects: 1,
  });
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
  expect(await applyRetention(database.db, site.context.files, config.dataDir)).toMatchObject({ mails: 1 });
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
  expect(await applyRetention(database.db, site.context.files, config.dataDir)).toMatchObject({
    enrolments: 1,
    webhooks: 1,
  });
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
  const { erased } = await erasePerson(site.context, 'gone-1-day@x.example');
  expect(erased).toMatchObject({ enquiries: 1, files: 1, webhooks: 1 });
  expect(await readdir(quarantine)).toEqual([]);
  const rows = await site.database.query(
    `select id, payload->>'body' as body from webhook_events where id like 'evt_%'`,
  );
  expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([{ body: null }, { body: expect.any(String) }]);
});

test('0 days keep for ever', async () => {
  await keep('new', '9000 days');
  const { config, database, files } = site.context;
  const forEver = { ...RETENTION_DAYS, enquiries: 0 };
  expect(await applyRetention(database.db, files, config.dataDir, forEver)).toMatchObject({
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

/** Types of columns that cannot hold words. */
const WORDLESS = ['integer', 'bigint', 'boolean', 'uuid', 'timestamp with time zone'];
const textColumns = () =>
  site.database.query<{ schema: string; table: string; name: string }>(
    `select table_schema as schema, table_name as "table", column_name as name from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') and data_type <> all($1)`,
    [WORDLESS],
  );

test('every column that can hold words is in one class of the list of personal data', async () => {
  const own = (await textColumns()).filter(({ schema }) => !['jobs', 'drizzle'].includes(schema));
  const there = own.map(({ schema, table, name }) => `${schema}.${table} ${name}`);
  const listed = Object.entries(TEXT_COLUMNS).flatMap(([table, classes]) =>
    Object.values(classes).flatMap((names) => names.split(' ').map((name) => `${table} ${name}`)),
  );
  expect(listed.toSorted()).toEqual(there.toSorted());
});

/** Finds a text in all columns of all tables. */
async function findText(text: string): Promise<string[]> {
  const found = await Promise.all(
    (await textColumns()).map(async ({ schema, table, name }) => {
      const sql = `select 1 from "${schema}"."${table}" where strpos(lower("${name}"::text), lower($1)) > 0 limit 1`;
      return (await site.database.query(sql, [text])).length > 0 ? [`${table}.${name}`] : [];
    }),
  );
  return found.flat().toSorted();
}

describe('a person', () => {
  const MARK = 'Qamarunnisa';
  const PHONE = '+91 98411 22334';

  /** Enrols, orders and leaves words in every table; `pays` also pays. @returns the ids of order and payment */
  const leaveTraces = async (email: string, pays: boolean) => {
    const who = { name: MARK, email, phone: PHONE };
    const enrolled = await (await site.post('/enrolments', { ...who, course: 'online' })).json();
    const providerId: string = (await order(5_000_000, { 'enrolment-id': enrolled.id })).body.id;
    const id = `pay_${randomUUID().slice(0, 8)}`;
    const failure = pays ? {} : { error_code: 'BAD', error_description: `${MARK} was refused` };
    const paid = payment(providerId, pays ? 'captured' : 'failed', id, { captured: pays, ...failure });
    await hook(event(pays ? 'payment.captured' : 'payment.failed', { payment: { entity: paid } }));
    const [{ orderId } = { orderId: '' }] = await site.database.query<{ orderId: string }>(
      'select id as "orderId" from orders where provider_order_id = $1',
      [providerId],
    );
    const run = (text: string, ...values: unknown[]) => site.database.query(text, values);
    await run(`update payments set error_description = $2 where id = $1`, id, `${MARK} said no`);
    await run(
      `insert into refund_requests (id, payment_id, amount, reason, error, state, requested_by)
       values (gen_random_uuid(), $1, 1, $2, $2, 'refused', 'Asha')`,
      id,
      `${MARK} is ill`,
    );
    await run(
      `insert into payment_problems (payment_id, kind, order_id, amount, currency, text, reason, settled_at)
       values ($1, 'not_offered', $2, 1, 'INR', 'x', $3, now())`,
      id,
      orderId,
      `${MARK} called`,
    );
    await run(
      `insert into webhook_events (id, type, payload, outcome) values ($1, 't', jsonb_build_object('note', $2::text), 'applied')`,
      randomUUID(),
      `${MARK} and ${id}`,
    );
    await run(
      `insert into course_changes (variant, price_in_rupees, plus_tax, status, changed_by, reason)
       values ('online', 50000, true, 'open', 'Asha', $1), ('online', 50000, true, 'open', 'Asha', $2)`,
      `${MARK}, ${email.toUpperCase()}, asked`,
      `${MARK} (98411-22334) asked`,
    );
    await run(`insert into alarms (name, text) values ($1, $2)`, randomUUID(), `550 <${email}> ${MARK}`);
    const enquiry = await office.enquire(who);
    await office.call('POST', `/enquiries/${enquiry}/notes`, { id: randomUUID(), text: `${MARK} wants silk` });
    await office.call('POST', `/enquiries/${enquiry}/replies`, { id: randomUUID(), subject: MARK, text: MARK });
    return { orderId, id };
  };
  const isQuiet = () =>
    until(async () => {
      const waiting = await site.database.query(
        "select 1 from mails where status = 'queued' and next_attempt_at < now() + interval '1 hour'",
      );
      return waiting.length === 0;
    });

  test('is shown, exported and erased wherever words lie', async () => {
    const email = 'qamar@x.example';
    // Nobody knows who paid another order.
    const { id } = (await order(5_000_000)).body;
    await hook(event('payment.captured', { payment: { entity: payment(id, 'captured', `pay_${id}`) } }));
    await leaveTraces(email, false);
    await isQuiet();
    const shown = (await ask('POST', '/people/show', { email })).body;
    const missing = Object.entries(shown).filter(([, rows]) => Array.isArray(rows) && rows.length === 0);
    // This person sent no file, and has no refund and no dispute.
    expect(missing.map(([kind]) => kind).toSorted()).toEqual(['disputes', 'files', 'refunds']);
    expect(shown).toMatchObject({
      refund_requests: [{ reason: `${MARK} is ill` }],
      problems: [{ reason: `${MARK} called` }],
      payments: [{ errorDescription: `${MARK} said no` }],
      price_changes: [{ reason: expect.any(String) }, { reason: expect.any(String) }],
    });
    const exported = await ask('POST', '/people/export', { email });
    expect({ ...exported.body, at: '' }).toEqual({ ...shown, at: '' });

    const { body } = await ask('POST', '/people/erase', { email });
    expect(body.erased).toMatchObject({
      enrolments: 1,
      refund_requests: 1,
      problems: 1,
      payments: 1,
      price_changes: 2,
    });
    expect(await findText(MARK)).toEqual([]);
    expect(await findText(email)).toEqual([]);
    expect(body.stays.map(({ what }: { what: string }) => what)).toEqual([
      expect.stringMatching(/^Orders, payments/),
      expect.stringMatching(/^The payment provider's records/),
      expect.stringMatching(/^Mails that were delivered: \d/),
      expect.stringMatching(/^Audit/),
    ]);
    // A second erasure does no harm.
    expect((await ask('POST', '/people/erase', { email })).body.erased).toMatchObject({ enquiries: 0, payments: 0 });
  });

  test('who paid stays in the books, and the answer says what, why and until when', async () => {
    const email = 'paid@x.example';
    const { orderId } = await leaveTraces(email, true);
    await isQuiet();
    const { body } = await ask('POST', '/people/erase', { email });
    const [enrolment] = await site.database.query<{ id: string; made: Date }>(
      'select id, created_at as made from enrolments where email = $1',
      [email],
    );
    expect(body.stays[0]).toEqual({
      what: 'The enrolment in the Online Course: name, e-mail address and phone number of the buyer',
      why: expect.stringMatching(/^The course was paid for\. Books of account/),
      until: new Date((enrolment?.made.getTime() ?? 0) + 2922 * 24 * 60 * 60_000).toISOString(),
    });
    expect(await findText(MARK)).toEqual(['enrolments.name']);
    expect(await findText(email)).toEqual(['enrolments.email']);
    expect((await ask('GET', `/orders/${orderId}`)).body).toMatchObject({ enrolment: { email } });
    expect((await ask('POST', '/people/show', { email })).body).toMatchObject({
      enrolments: [{ name: MARK }],
      mails: [],
    });

    await site.database.query(`update enrolments set created_at = now() - interval '2923 days' where email = $1`, [
      email,
    ]);
    const { config, database, files } = site.context;
    await applyRetention(database.db, files, config.dataDir);
    expect(await findText(MARK)).toEqual([]);
  });

  test.each([
    ['whose money arrives at that moment', 'captured'],
    ['whose bank has agreed and whose money is on its way', 'authorized'],
  ])('who asks for it %s stays in the books', async (_when, status) => {
    const email = `${randomUUID()}@x.example`;
    const who = { name: 'Uma', email, phone: '98400 01974', course: 'online' };
    const enrolment = (await (await site.post('/enrolments', who)).json()).id;
    const { id } = (await order(5_000_000, { 'Enrolment-Id': enrolment })).body;
    const webhook = new pg.Client(site.database.url);
    await webhook.connect();
    await webhook.query('begin');
    const locked = await webhook.query('select id from orders where provider_order_id = $1 for update', [id]);
    await webhook.query("insert into payments (id, order_id, status, captured) values ($1, $2, $3, $3 = 'captured')", [
      `pay_${id}`,
      locked.rows[0].id,
      status,
    ]);
    const erased = ask('POST', '/people/erase', { email });
    await until(async () => {
      const waiting = await site.database.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    await webhook.query('commit');
    await webhook.end();
    expect((await erased).body.erased).toMatchObject({ enrolments: 0 });
    expect((await ask('POST', '/people/show', { email })).body.enrolments).toMatchObject([{ id: enrolment }]);
  });

  test.each([
    ['a reply', 'enquiries', 'update enquiries set read_at = now() where email = $1'],
    ['the notice that nobody paid', 'enrolments', 'update enrolments set abandoned_at = now() where email = $1'],
  ])('whose erasure meets %s is in no mail of it', async (_what, table, work) => {
    const email = `${randomUUID()}@x.example`;
    if (table === 'enquiries') await office.enquire({ email });
    else await site.post('/enrolments', { name: 'Uma', email, phone: '98400 01975', course: 'online' });
    await isQuiet();
    const other = new pg.Client(site.database.url);
    await other.connect();
    await other.query('begin');
    await other.query(work, [email]);
    const erased = ask('POST', '/people/erase', { email });
    await until(async () => {
      const waiting = await site.database.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    await other.query(
      "insert into mails (id, submission_key, message, email, status) values ($1, $2, $3, $4, 'sent')",
      [randomUUID(), randomUUID(), { subject: 'S', text: email }, email],
    );
    await other.query('commit');
    await other.end();
    expect((await erased).status).toBe(200);
    expect(await findText(email)).toEqual([]);
  });

  test('of similar address or number is another one', async () => {
    const email = 'asha.k@x.example';
    await site.database.query(
      `insert into course_changes (variant, price_in_rupees, plus_tax, status, changed_by, reason)
       values ('online', 50000, true, 'open', 'Asha', 'For r.asha.k@x.example, 98400 00001')`,
    );
    await office.enquire({ email, phone: '98400 00002' });
    expect((await collectPerson(site.context.database.db, email)).price_changes).toEqual([]);
  });

  test('is found in reasons by a whole name or an order, and not by a first name that others have', async () => {
    const email = 'meera.n@x.example';
    await office.enquire({ email, name: 'Meera (M.) Nair', phone: '98400 00077 ext. 9' });
    const known = ['For Meera (M.) Nair, a friend', 'MEERA (M.) NAIR', 'Rang from 98400-00077'];
    const reasons = [...known, 'Meera asked', 'Meera (M.) Nairobi'];
    for (const reason of reasons)
      await site.database.query(
        `insert into course_changes (variant, price_in_rupees, plus_tax, status, changed_by, reason)
         values ('online', 50000, true, 'open', 'Asha', $1)`,
        [reason],
      );
    const found = (await collectPerson(site.context.database.db, email)).price_changes;
    expect(found.map(({ reason }) => reason).sort()).toEqual(known);

    // A slip beside the Enter key: a trailing backslash is an invalid LIKE pattern unless it is escaped.
    await office.enquire({ email: 'slip@x.example', name: 'Uma Rao\\' });
    await site.database.query(`update course_changes set reason = $1 where reason = 'Meera asked'`, ['Uma Rao\\, too']);
    const slip = await ask('POST', '/people/show', { email: 'slip@x.example' });
    expect(slip.body.price_changes).toMatchObject([{ reason: 'Uma Rao\\, too' }]);

    const { orderId } = await leaveTraces('by.order@x.example', true);
    await site.database.query(
      `insert into course_changes (variant, price_in_rupees, plus_tax, status, changed_by, reason)
       values ('online', 50000, true, 'open', 'Asha', $1)`,
      [`As in ${orderId}`],
    );
    const { price_changes: ofOrder } = await collectPerson(site.context.database.db, 'by.order@x.example');
    expect(ofOrder).toContainEqual(expect.objectContaining({ reason: `As in ${orderId}` }));
  });

  test('is erased at once while a table cannot be vacuumed, which follows', async () => {
    const email = 'busy@x.example';
    await office.enquire({ email });
    await isQuiet();
    const vacuums = async () =>
      Number(
        (await site.database.query(`select vacuum_count as n from pg_stat_user_tables where relname = 'enquiries'`))[0]
          ?.n,
      );
    const before = await until(async () => {
      const open = await site.database.query("select 1 from jobs.job where name = 'vacuum' and state < 'completed'");
      return open.length === 0 && { n: await vacuums() };
    });
    const other = new pg.Client(site.database.url);
    await other.connect();
    await other.query('begin; lock table enquiries in share update exclusive mode');
    expect(await ask('POST', '/people/erase', { email })).toMatchObject({
      status: 200,
      body: { erased: { enquiries: 1 } },
    });
    await other.query('commit');
    await other.end();
    await until(async () => (await vacuums()) > before.n);
  });

  test('is not erased without a line of the audit that says so', async () => {
    const email = 'proof@x.example';
    const id = await office.enquire({ email });
    await isQuiet();
    await site.database.query('alter table office_audit rename to office_audit_away');
    try {
      expect((await ask('POST', '/people/erase', { email })).status).toBe(500);
    } finally {
      await site.database.query('alter table office_audit_away rename to office_audit');
    }
    expect(await site.database.query('select id from enquiries where email = $1', [email])).toEqual([{ id }]);
    expect((await ask('POST', '/people/erase', { email })).body.erased).toMatchObject({ enquiries: 1 });
    const [line] = (await ask('GET', '/audit?area=people')).body.data;
    expect(line).toMatchObject({ action: 'erase', detail: { enquiries: 1 } });
  });

  test('words about orders go with the time of enrolments', async () => {
    const email = 'old@x.example';
    const { id } = await leaveTraces(email, false);
    await site.database.query(`update payments set created_at = now() - interval '2923 days' where id = $1`, [id]);
    await site.database.query(
      `update refund_requests set created_at = now() - interval '2923 days' where payment_id = $1`,
      [id],
    );
    const { config, database, files } = site.context;
    await applyRetention(database.db, files, config.dataDir);
    const [left] = await site.database.query(
      'select p.error_description, p.status, r.reason from payments p join refund_requests r on r.payment_id = p.id where p.id = $1',
      [id],
    );
    expect(left).toEqual({ error_description: null, status: 'failed', reason: 'erased' });
  });
});
