import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import emailjs from '@emailjs/browser';
import { readEnquiries } from '../src/enquiries/read';
import { mailQueue } from '../src/mail/queue';
import { UPLOAD_TYPES_SENTENCE } from '../wire/enquiries';
import { sampleOf } from '../wire/testing/sample-form';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const HOME = {
  ...sampleOf('home'),
  fname: 'Ana',
  lname: 'Lima',
  email: 'ana@hotel.example',
  phone: '+55 11 5555 0000',
  message: 'Olá <b>!',
};
const SERVICE = {
  user_id: 'local_public_key',
  service_id: 'local_service',
  template_id: 'template_home',
  lib_version: '4.4.1',
};

/** What delivers the site's mails, for another mail server. */
const deliveryOf = ({ context: { db, files, owner, metrics, alarms } }: TestSite) => ({
  db,
  files,
  owner,
  metrics,
  alarms,
  onTrouble: () => undefined,
});

const send = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return fetch(`${site.url}/api/v1.0/email/send-form`, { method: 'POST', body, headers });
};
const queued = (email: string) =>
  site.database.query<{ form: string; fields: Record<string, string> }>(
    'select form, fields from mails where email = $1',
    [email],
  );

type Fields = Record<string, string | File>;

/** The client reads a form element; this stands for one. */
class FormWithFields extends FormData {
  constructor(form?: unknown) {
    super();
    for (const [name, value] of Object.entries((form as { fields?: Fields } | undefined)?.fields ?? {}))
      this.append(name, value);
  }
}

const original = globalThis.FormData;
beforeAll(() => {
  globalThis.FormData = FormWithFields as typeof FormData;
  Object.assign(globalThis, { location: new URL(site.url) });
  emailjs.init({ publicKey: 'local_public_key' }, site.url);
});
afterAll(() => {
  globalThis.FormData = original;
});
const elementOf = (fields: Fields) => ({ nodeName: 'FORM', fields }) as unknown as HTMLFormElement;
const sendForm = (fields: Fields) => emailjs.sendForm('local_service', 'template_home', elementOf(fields));
const mailOf = (email: string) =>
  until(async () => (await site.outbox()).find((text) => text.includes(`Reply-To: ${email}\r\n`)));
const leadsOf = async (email: string) => {
  const { value: leads = [] } = await readEnquiries(site.context.database.db).next();
  return leads.filter((lead) => lead.email === email);
};
const inbox = (email: string) =>
  site.database.query('select status, signals, mail_only from enquiries where email = $1', [email]);

test('the EmailJS client itself is understood', async () => {
  const form = elementOf({ ...HOME, email: 'client@x.example', submission_id: randomUUID() });
  const answer = await emailjs.sendForm('local_service', 'template_home', form);
  expect([answer.status, answer.text]).toEqual([200, 'OK']);
  expect(await queued('client@x.example')).toMatchObject([
    { form: 'home', fields: { ...HOME, email: 'client@x.example' } },
  ]);
  await expect(emailjs.sendForm('local_service', 'template_unknown', form)).rejects.toMatchObject({
    status: 400,
    text: expect.stringMatching(/template ID/),
  });
});

describe('a file', () => {
  const none = new File([], '');
  const picture = () => new File([new Uint8Array(cleanPng)], 'sketch.png', { type: 'image/png' });

  test.each([
    ['a field that was left empty', { attachment: none }],
    ['an empty file', { attachment: new File([], 'nothing.txt') }],
    ['two of them', { attachment: none, drawing: none }],
  ])('is none: %s', async (_what, files) => {
    const email = `${randomUUID()}@x.example`;
    expect(await sendForm({ ...HOME, email, ...files })).toMatchObject({ status: 200, text: 'OK' });
    expect(await leadsOf(email)).toMatchObject([{ files: 0 }]);
    expect(await mailOf(email)).not.toContain('attachment');
  });

  test('comes with the mail and lies with the enquiry, once', async () => {
    const email = 'sketch@x.example';
    const fields = { ...HOME, email, submission_id: randomUUID(), before: none, attachment: picture(), after: none };
    await sendForm(fields);
    await sendForm(fields);
    const mail = await mailOf(email);
    expect(mail).toMatch(/Content-Disposition: attachment; filename=sketch\.png/);
    expect(mail).toContain('File: sketch.png (image/png');
    expect(await leadsOf(email)).toMatchObject([{ files: 1 }]);
    const stored = await readdir(path.join(site.dataDir, 'uploads'));
    expect(stored.filter((name) => name.endsWith('.png'))).toHaveLength(1);
  });

  test.each([
    ['of another kind', { a: new File(['<svg/>'], 'a.svg') }, 422, UPLOAD_TYPES_SENTENCE],
    ['beside another', { a: picture(), b: picture() }, 422, /one file only/],
    ['that is too large', { a: new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png') }, 413, /larger than 10 MB/],
  ])('%s is refused in words, and nothing of it stays', async (_what, files, status, text) => {
    const email = `${randomUUID()}@x.example`;
    const before = await readdir(path.join(site.dataDir, 'uploads'));
    const refused = { status, text: expect.stringMatching(text) };
    await expect(sendForm({ ...HOME, email, ...files })).rejects.toMatchObject(refused);
    expect(await leadsOf(email)).toEqual([]);
    expect(await readdir(path.join(site.dataDir, 'uploads'))).toEqual(before);
  });

  test('that the mail server finds too large stays with the enquiry', async () => {
    const email = 'heavy@x.example';
    await sendForm({ ...HOME, email, attachment: picture() });
    await mailOf(email);
    const [mail] = await site.database.query<{ id: string }>('select id from mails where email = $1', [email]);
    const given: number[] = [];
    const queue = mailQueue({
      ...deliveryOf(site),
      transport: {
        deliver: async (_id, { attachments = [] }) => {
          given.push(attachments.length);
          if (attachments.length > 0) throw Object.assign(new Error('552 5.3.4 too big'), { responseCode: 552 });
        },
        close: () => undefined,
      },
    });
    await site.database.query(`update mails set status = 'queued', next_attempt_at = now() where id = $1`, [mail?.id]);
    await queue.run({ mailId: mail?.id ?? '' }, new AbortController().signal);
    expect(given).toEqual([1, 0]);
  });
});

test('emailjs.send is understood as sendForm is', async () => {
  const email = 'params@x.example';
  const params = { ...HOME, email, phone: 914455501973, submission_id: randomUUID() };
  expect(await emailjs.send('local_service', 'template_home', params)).toMatchObject({ status: 200, text: 'OK' });
  expect(await queued(email)).toMatchObject([{ form: 'home', fields: { ...HOME, email, phone: '914455501973' } }]);
  expect(await leadsOf(email)).toMatchObject([{ saved: false, phone: '914455501973' }]);
  await expect(emailjs.send('local_service', 'template_home', { ...HOME, email: 'nobody' })).rejects.toMatchObject({
    status: 422,
    text: expect.stringMatching(/email/),
  });
  await expect(emailjs.send('local_service', 'template_home')).rejects.toMatchObject({
    status: 422,
    text: expect.stringMatching(/first name.*message/),
  });
  await expect(emailjs.send('local_service', 'template_unknown', params)).rejects.toMatchObject({
    status: 400,
    text: expect.stringMatching(/template ID/),
  });
});

describe('an enquiry', () => {
  const save = (fields: Record<string, string>, id: string) =>
    site.post('/save_home_form.php', fields, { 'idempotency-key': id });

  test('of which only the mail call arrived is kept at once, with a mark', async () => {
    const email = 'alone@x.example';
    await send({ ...SERVICE, ...HOME, email, submission_id: randomUUID() });
    expect(await inbox(email)).toEqual([{ status: 'new', signals: [], mail_only: true }]);
    expect(await leadsOf(email)).toMatchObject([{ saved: false }]);
  });

  test.each([
    ['mail first', ['mail', 'save']],
    ['save first', ['save', 'mail']],
    ['both, and each again', ['mail', 'save', 'mail', 'save']],
  ])('of both calls is one: %s', async (_what, calls) => {
    const [email, id] = [`${randomUUID()}@x.example`, randomUUID()];
    for (const call of calls)
      await (call === 'mail' ? send({ ...SERVICE, ...HOME, email, submission_id: id }) : save({ ...HOME, email }, id));
    expect(await inbox(email)).toEqual([{ status: 'new', signals: [], mail_only: false }]);
    expect(await queued(email)).toHaveLength(1);
  });

  test('of both calls at once is one', async () => {
    const [email, id] = ['at-once@x.example', randomUUID()];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 ? send({ ...SERVICE, ...HOME, email, submission_id: id }) : save({ ...HOME, email }, id),
      ),
    );
    expect(await inbox(email)).toEqual([{ status: 'new', signals: [], mail_only: false }]);
    expect(await queued(email)).toHaveLength(1);
  });

  test('is one without an id, too', async () => {
    const email = 'no-id@x.example';
    await send({ ...SERVICE, ...HOME, email });
    await site.post('/save_home_form.php', { ...HOME, email });
    expect(await inbox(email)).toEqual([{ status: 'new', signals: [], mail_only: false }]);
  });

  test.each([['mail'], ['save']])('is suspect when either call says so, the %s first', async (first) => {
    const [email, id] = [`${randomUUID()}@x.example`, randomUUID()];
    if (first === 'save') await save({ ...HOME, email }, id);
    await send({ ...SERVICE, ...HOME, email, submission_id: id, leave_empty: 'x' });
    if (first === 'mail') await save({ ...HOME, email }, id);
    expect(await inbox(email)).toEqual([{ status: 'suspect', signals: ['hidden-field'], mail_only: false }]);
  });
});

test('the mail goes to the owner; the visitor stands in Reply-To only', async () => {
  await send({ ...SERVICE, ...HOME });
  const mail = await until(async () =>
    (await site.outbox()).find((text) => text.includes('Reply-To: ana@hotel.example')),
  );
  const [head = '', body = ''] = [mail.slice(0, mail.indexOf('\r\n\r\n')), mail.slice(mail.indexOf('\r\n\r\n'))];
  expect(head.match(/ana@hotel\.example/g)).toHaveLength(1);
  expect(head).toMatch(/^To: hello@noolandneedle\.example\r?$/m);
  expect(body).toContain('Content-Type: text/plain');
  expect(body).toContain('Content-Type: text/html');
  expect(body).toContain('Ol=C3=A1 &lt;b&gt;!');
});

test('a form of each kind is mailed by its own template', async () => {
  await send({
    ...SERVICE,
    template_id: 'template_modal',
    name: 'M',
    email: 'm@x.example',
    phone: '12345',
    message: 'm',
  });
  await send({
    ...SERVICE,
    template_id: 'template_contact',
    name: 'C',
    email: 'c@x.example',
    phone: '12345',
    subject: 'S',
    message: 'c',
  });
  expect(await queued('m@x.example')).toMatchObject([{ form: 'modal' }]);
  expect(await queued('c@x.example')).toMatchObject([{ form: 'contact' }]);
});

test('a submission is mailed once, and its JSON save sends no second mail', async () => {
  const id = randomUUID();
  const fields = { ...HOME, email: 'once@x.example', message: 'Two\nlines' };
  await Promise.all([1, 2, 3].map(() => send({ ...SERVICE, ...fields, submission_id: id })));
  expect((await site.post('/save_home_form.php', fields, { 'idempotency-key': id })).status).toBe(200);
  expect(await queued('once@x.example')).toHaveLength(1);
  const linked = await site.database.query(
    'select 1 from enquiries e join mails m using (submission_key) where e.email = $1',
    ['once@x.example'],
  );
  expect(linked).toHaveLength(1);
});

test.each([
  [{ user_id: 'other' }, /Public Key/],
  [{ user_id: '' }, /Public Key is required/],
  [{ service_id: 'other' }, /service ID/],
  [{ template_id: 'other' }, /template ID/],
  [{ template_id: '' }, /template ID is required/],
])('%p is refused with the reason', async (change, reason) => {
  const answer = await send({ ...SERVICE, ...HOME, ...change });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toMatch('text/plain');
  expect(await answer.text()).toMatch(reason);
});

test('fields are checked as everywhere', async () => {
  const answer = await send({ ...SERVICE, ...HOME, fname: 'A\nB' });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringMatching(/first name/)]);
  expect((await send({ ...SERVICE, ...HOME, message: 'x'.repeat(70_000) })).status).toBe(413);
});
