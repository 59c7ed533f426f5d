import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readEnquiries } from '../src/enquiries/read';
import { HONEYPOT_FIELD } from '../wire/enquiries';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const FIELDS = { name: 'Meera', phone: '044 5550 1973', subject: 'Aprons', message: 'Forty, please.' };
const statusOf = async (email: string) => {
  const { value: leads = [] } = await readEnquiries(site.context.database.db).next();
  return leads.filter((lead) => lead.email === email).map(({ status, signals, saved }) => ({ status, signals, saved }));
};
const plain = (fields: Record<string, string>) =>
  fetch(`${site.url}/save_form.php`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { accept: 'text/html' },
  });
const mailOf = (email: string) =>
  until(async () => (await site.outbox()).find((text) => text.includes(`Reply-To: ${email}\r\n`)));

test('what fills in the hidden field is kept and mailed like the others, with a mark', async () => {
  const email = 'trap@x.example';
  expect((await plain({ ...FIELDS, email, [HONEYPOT_FIELD]: 'x' })).status).toBe(303);
  expect(await statusOf(email)).toEqual([{ status: 'spam', signals: ['hidden-field'], saved: true }]);
  expect(await mailOf(email)).toMatch(/^Subject: \[suspect\] Contact page enquiry/m);
});

test('a company that the browser fills in by itself is not a reason', async () => {
  const email = 'autofill@x.example';
  await plain({ ...FIELDS, email, company_website: 'Hotel Asha' });
  expect(await statusOf(email)).toEqual([{ status: 'new', signals: [], saved: true }]);
});

test('the file of a suspect is kept', async () => {
  const body = new FormData();
  const email = 'studio-trap@x.example';
  for (const [name, value] of Object.entries({ name: 'R', number: '98400 01973', email, [HONEYPOT_FIELD]: '1' }))
    body.append(name, value);
  body.append('inspirations[]', new Blob([new Uint8Array(cleanPng)], { type: 'image/png' }), 'a.png');
  const headers = { accept: 'application/json' };
  expect((await fetch(`${site.url}/save_inspiration.php`, { method: 'POST', body, headers })).status).toBe(200);
  const files = await readdir(path.join(site.dataDir, 'uploads'));
  expect(files.filter((name) => name.endsWith('.png'))).toHaveLength(1);
  expect(await statusOf(email)).toMatchObject([{ status: 'spam' }]);
});

test.each(['/save_form.php', '/save_inspiration.php'])(
  'the headers of %s say which notice was read, and how fast the form was filled in',
  async (at) => {
    const email = `${randomUUID()}@x.example`;
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'www.cheap.example', number: '98400 01973', email }))
      body.append(name, value);
    const headers = { 'Idempotency-Key': randomUUID(), 'Notice-Version': 'of-before', 'Fill-Seconds': '1' };
    const answer = await (at === '/save_form.php'
      ? site.post(at, { ...FIELDS, name: 'www.cheap.example', email }, headers)
      : fetch(site.url + at, { method: 'POST', body, headers }));
    expect(answer.status).toBe(200);
    const rows = await site.database.query('select notice, signals from enquiries where email = $1', [email]);
    expect(rows).toEqual([{ notice: 'of-before', signals: ['link-in-name', 'fast'] }]);
  },
);

test.each([
  ['one weak sign is not enough', { message: 'https://a.example https://b.example https://c.example' }, 'new'],
  ['two are', { message: 'https://a.example https://b.example https://c.example', name: 'www.cheap.example' }, 'spam'],
  ["a forum's links are enough", { message: '[url=https://a.example]pills[/url]' }, 'spam'],
])('%s', async (_what, change, status) => {
  const email = `${randomUUID()}@x.example`;
  await site.post('/save_form.php', { ...FIELDS, email, ...change });
  expect(await statusOf(email)).toMatchObject([{ status }]);
});

test('what the e-mail call noticed marks the lead, though the save did not', async () => {
  const email = 'fast@x.example';
  const id = randomUUID();
  const fields = { name: 'Meera', email, phone: '12345', message: '<a href="https://a.example">x</a>' };
  const form = new FormData();
  const service = { user_id: 'local_public_key', service_id: 'local_service', template_id: 'template_modal' };
  const more = { submission_id: id, fill_seconds: '1' };
  for (const [name, value] of Object.entries({ ...fields, ...service, ...more })) form.append(name, value);
  await fetch(`${site.url}/api/v1.0/email/send-form`, { method: 'POST', body: form });
  await site.post('/save_modal_form.php', fields, { 'idempotency-key': id });
  expect(await statusOf(email)).toEqual([{ status: 'spam', signals: ['fast', 'link-markup'], saved: true }]);
});
