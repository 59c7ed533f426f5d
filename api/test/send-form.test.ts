import { randomUUID } from 'node:crypto';
import emailjs from '@emailjs/browser';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const HOME = {
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

/** The client reads a form element; this stands for one. */
class FormWithFields extends FormData {
  constructor(form?: unknown) {
    super();
    for (const [name, value] of Object.entries((form as { fields?: Record<string, string> } | undefined)?.fields ?? {}))
      this.append(name, value);
  }
}

test('the EmailJS client itself is understood', async () => {
  const original = globalThis.FormData;
  globalThis.FormData = FormWithFields as typeof FormData;
  const form = {
    nodeName: 'FORM',
    fields: { ...HOME, email: 'client@x.example', submission_id: randomUUID() },
  } as unknown as HTMLFormElement;
  Object.assign(globalThis, { location: new URL(site.url) });
  emailjs.init({ publicKey: 'local_public_key' }, site.url);
  const answer = await emailjs.sendForm('local_service', 'template_home', form);
  expect([answer.status, answer.text]).toEqual([200, 'OK']);
  expect(await queued('client@x.example')).toEqual([{ form: 'home', fields: { ...HOME, email: 'client@x.example' } }]);
  await expect(emailjs.sendForm('local_service', 'template_unknown', form)).rejects.toMatchObject({
    status: 400,
    text: expect.stringMatching(/template ID/),
  });
  globalThis.FormData = original;
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
