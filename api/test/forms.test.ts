import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import emailjs from '@emailjs/browser';
import type { FastifyRequest } from 'fastify';
import { readEnquiries } from '../src/enquiries/read';
import { submissionOf } from '../src/enquiries/submission';
import { mailQueue } from '../src/mail/queue';
import { HONEYPOT_FIELD, UPLOAD_TYPES_SENTENCE } from '../wire/forms';
import { requiredOf, sampleOf } from '../wire/testing/sample-form';
import { sendInspiration } from './helpers/inspiration';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const mailOf = (email: string) =>
  until(async () => (await site.outbox()).find((text) => text.includes(`Reply-To: ${email}\r\n`)));
const leadsOf = async (email: string) => {
  const { value: leads = [] } = await readEnquiries(site.context.database.db).next();
  return leads.filter((lead) => lead.email === email);
};
const picturesKept = async (): Promise<number> =>
  (await readdir(path.join(site.dataDir, 'uploads'))).filter((name) => name.endsWith('.png')).length;

describe('the calls of the forms', () => {
  const HOME = {
    ...sampleOf('home'),
    fname: 'Ánh',
    lname: 'O’Neil-Śmith 🧵',
    email: 'anh@hotel.example',
    phone: '+91 98400 00000',
    message: 'Two lines\nof text, ‮and more',
  };
  const CONTACT = {
    ...sampleOf('contact'),
    name: 'Meera',
    email: 'meera@mill.example',
    phone: '044 5550 1973',
    subject: 'Aprons',
    message: 'Forty, please.',
  };
  const count = async (table: string, where = 'true'): Promise<number> =>
    Number((await site.database.query<{ n: string }>(`select count(*) n from ${table} where ${where}`))[0]?.n);
  const form = (fields: Record<string, string>, to: string, headers: Record<string, string> = {}) =>
    fetch(site.url + to, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
    });

  test('a JSON enquiry is kept exactly as it was written', async () => {
    const answer = await site.post('/save_home_form.php', HOME, { 'idempotency-key': randomUUID() });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ success: true });
    const [row] = await site.database.query(
      `select fname, lname, email, phone, message from enquiries where email = $1`,
      [HOME.email],
    );
    expect(HOME).toMatchObject(row ?? {});
    expect(row).toHaveProperty('message', HOME.message);
  });

  test('a JSON save sends no mail: the e-mail call before it has', async () => {
    await site.post('/save_modal_form.php', { name: 'Quiet', email: 'quiet@x.example', phone: '12345', message: 'hi' });
    expect(await count('mails', `email = 'quiet@x.example'`)).toBe(0);
  });

  test('twenty repeats at once are one row', async () => {
    const id = randomUUID();
    const body = { ...CONTACT, email: 'twenty@x.example' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.post('/save_form.php', body, { 'idempotency-key': id })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(await count('enquiries', `email = 'twenty@x.example'`)).toBe(1);
  });

  test('a corrected message under the same id is not lost', async () => {
    const id = randomUUID();
    for (const message of ['Forty', 'Fifty'])
      await site.post('/save_form.php', { ...CONTACT, email: 'fix@x.example', message }, { 'idempotency-key': id });
    expect(await count('enquiries', `email = 'fix@x.example'`)).toBe(2);
  });

  test('a post without scripts is kept, mailed and thanked for, once', async () => {
    const fields = { ...CONTACT, email: 'plain@x.example' };
    const answers = await Promise.all([form(fields, '/save_form.php'), form(fields, '/save_form.php')]);
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/thank-you');
    }
    expect(await count('enquiries', `email = 'plain@x.example'`)).toBe(1);
    const mail = await until(async () => (await site.outbox()).find((text) => text.includes('plain@x.example')));
    expect(mail).toMatch(/^Reply-To: plain@x\.example\r$/m);
    expect(mail).toMatch(/^From: .*<hello@noolandneedle\.example>\r$/m);
    expect(await count('mails', `email = 'plain@x.example'`)).toBe(1);
  });

  test.each(['*/*', 'application/json'])(
    'a form that is posted with Accept: %s is answered in JSON',
    async (accept) => {
      const email = `${randomUUID()}@x.example`;
      const fine = await form({ ...CONTACT, email }, '/save_form.php', { accept });
      expect([fine.status, await fine.json()]).toEqual([200, { success: true, message: expect.any(String) }]);
      expect(await count('mails', `email = '${email}'`)).toBe(1);
      const wrong = await form({ ...CONTACT, email: 'x' }, '/save_form.php', { accept });
      expect([wrong.status, await wrong.json()]).toEqual([422, { success: false, message: expect.any(String) }]);
    },
  );

  test.each([
    ['/save_home_form.php', '/contact'],
    ['/save_modal_form.php', '/contact'],
    ['/save_form.php', '/contact'],
    ['/save_inspiration.php', '/design-studio'],
  ])(
    'a person who comes to %s without a form is led to one at %s, and a program told that nothing is there',
    async (at, to) => {
      const ask = (accept: string) => fetch(site.url + at, { headers: { accept }, redirect: 'manual' });
      const [person, program] = [await ask('text/html,*/*;q=0.8'), await ask('application/json')];
      expect([person.status, person.headers.get('location')]).toEqual([303, to]);
      expect([program.status, await program.json()]).toMatchObject([404, { success: false }]);
    },
  );

  test('a wrong post without scripts comes back with the reasons and everything that was typed', async () => {
    const answer = await form(
      { ...CONTACT, email: 'nonsense', message: '<script>"quotes" & more</script>', submission_id: 'abcdefgh-1' },
      '/save_form.php',
    );
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toMatch('text/html');
    const page = await answer.text();
    expect(page).toContain('Please enter an email address such as name@example.com.');
    expect(page).toContain('value="nonsense"');
    expect(page).toContain('&lt;script&gt;&quot;quotes&quot; &amp; more&lt;/script&gt;');
    expect(page).toContain('name="submission_id" value="abcdefgh-1"');
    expect(page).toContain('action="save_form.php"');
    expect(page).not.toMatch(/<script|style="/);
  });

  test.each([
    ['a missing field', { email: undefined }, /email/],
    ['an empty field', { fname: '  ' }, /first name/],
    ['a long field', { lname: 'x'.repeat(121) }, /last name under 120/],
    ['a line break in a name', { fname: 'A\r\nBcc: x@y.example' }, /first name has characters/],
    ['a control character in an address', { email: 'a\u0000@b.example' }, /email/],
    ['half a character', { message: 'a\ud800b' }, /message has characters/],
    ['a number for a text', { message: 7 }, /message/],
  ])('%s is refused with a sentence', async (_what, change, words) => {
    const before = await count('enquiries');
    const answer = await site.post('/save_home_form.php', { ...HOME, ...change });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ success: false, message: expect.stringMatching(words) });
    expect(await count('enquiries')).toBe(before);
  });

  test('a body over 64 kB is refused', async () => {
    const answer = await site.post('/save_home_form.php', { ...HOME, message: 'x'.repeat(65 * 1024) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ success: false });
  });

  test('a body that is too large is read to its end, so that whoever sends it reads why it is refused', async () => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('data', (part: string) => (received += part));
    const half = 'x'.repeat(1_500_000);
    socket.write(`POST /save_home_form.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
    socket.write(`Content-Length: ${2 * half.length}\r\n\r\n${half}`);
    // The answer to a later request on another connection shows that the server has read this one's headers.
    await fetch(`${site.url}/healthz`);
    expect(received).toBe('');
    socket.write(half);
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 413/);
  });

  test.each(['https://evil.example', 'null', 'garbage'])(
    'a post from the foreign origin %s is refused',
    async (origin) => {
      const answer = await site.post('/save_home_form.php', HOME, { origin });
      expect(answer.status).toBe(403);
    },
  );

  test('the own origins may post, and may read the answer; so may a remote alone, on any port', async () => {
    const answer = await site.post('/save_home_form.php', HOME, { origin: 'http://localhost:3005' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3005');
    expect((await site.post('/save_home_form.php', HOME, { origin: site.url })).status).toBe(200);
  });

  test('a preflight of an own origin is answered, and not that of another', async () => {
    const ask = (origin: string) =>
      fetch(`${site.url}/save_form.php`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,idempotency-key',
        },
      });
    const own = await ask('http://localhost:3001');
    expect(own.headers.get('access-control-allow-origin')).toBe('http://localhost:3001');
    expect(own.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
    expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('the log names routes and ids, and no person', () => {
    const text = site.log.join('');
    expect(text).toContain('"route":"/save_home_form.php"');
    expect(text).toMatch(/"reqId":"[\w-]{36}"/);
    for (const personal of ['anh@hotel.example', 'Meera', '127.0.0.1', '98400'])
      expect(text.replace(/Server listening at [^"]*/g, '')).not.toContain(personal);
  });
});

describe('the description of the calls', () => {
  interface BodySchema {
    required?: string[];
    properties: Record<string, { maxLength?: number; pattern?: string }>;
  }

  const describedBody = (at: string, type = 'application/json'): BodySchema => {
    const paths = site.app.swagger().paths as Record<string, { post: { requestBody: { content: object } } }>;
    const content = paths[at]?.post.requestBody.content as Record<string, { schema: BodySchema }>;
    const found = content[type];
    if (!found) throw new Error(`${at} describes no ${type}`);
    return found.schema;
  };

  describe.each([
    ['/save_home_form.php', 'home'],
    ['/save_modal_form.php', 'modal'],
    ['/save_form.php', 'contact'],
  ] as const)('%s', (at, form) => {
    const good = sampleOf(form);
    const rules = requiredOf(form);

    test('describes the fields, their lengths and their form', () => {
      const { required, properties } = describedBody(at);
      expect(required).toEqual(rules.map(({ name }) => name));
      for (const { name, maxLength } of rules) {
        expect(properties[name]?.maxLength).toBe(maxLength);
        const pattern = new RegExp(properties[name]?.pattern ?? 'none', 'u');
        expect([good[name] ?? '', ' ', ''].map((value) => pattern.test(value))).toEqual([true, false, false]);
      }
    });

    test('enforces what it describes', async () => {
      expect((await site.post(at, good)).status).toBe(200);
      for (const { name, maxLength } of rules) {
        for (const value of [undefined, 7, ' ', 'x'.repeat(maxLength + 1)]) {
          const answer = await site.post(at, { ...good, [name]: value });
          expect([name, value, answer.status]).toEqual([name, value, 422]);
        }
      }
    });
  });

  test.each(['/create_order.php', '/confirm_payment.php', '/enrolments', '/save_form.php'])(
    '%s refuses a body that is not an object, or lacks what is required, in one sentence',
    async (at) => {
      expect(describedBody(at).required?.length).toBeGreaterThan(0);
      for (const body of [null, [], 'text', {}]) {
        const answer = await site.post(at, body);
        expect(answer.status).toBe(422);
        expect(await answer.json()).toEqual({
          success: false,
          message: expect.stringMatching(/^(Please|An order|A con)/),
        });
      }
      // Nesting deeper than any recursive program survives.
      const deep = '['.repeat(25_000) + ']'.repeat(25_000);
      const headers = { 'content-type': 'application/json', 'Idempotency-Key': randomUUID() };
      const answer = await fetch(site.url + at, { method: 'POST', headers, body: `{"name":${deep}}` });
      expect(answer.status).toBe(422);
    },
  );
});

describe('suspects', () => {
  const FIELDS = { name: 'Meera', phone: '044 5550 1973', subject: 'Aprons', message: 'Forty, please.' };
  const statusOf = async (email: string) =>
    (await leadsOf(email)).map(({ status, signals, saved }) => ({ status, signals, saved }));
  const plain = (fields: Record<string, string>) =>
    fetch(`${site.url}/save_form.php`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });

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
    const email = 'studio-trap@x.example';
    const before = await picturesKept();
    expect((await sendInspiration(site.url, { fields: { email, [HONEYPOT_FIELD]: '1' } })).status).toBe(200);
    expect(await picturesKept()).toBe(before + 1);
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
    [
      'two are',
      { message: 'https://a.example https://b.example https://c.example', name: 'www.cheap.example' },
      'spam',
    ],
    ["a forum's links are enough", { message: '[url=https://a.example]pills[/url]' }, 'spam'],
  ])('%s', async (_what, change, status) => {
    const email = `${randomUUID()}@x.example`;
    await site.post('/save_form.php', { ...FIELDS, email, ...change });
    expect(await statusOf(email)).toMatchObject([{ status }]);
  });

  test('links that never end keep nobody waiting', () => {
    const began = performance.now();
    submissionOf('contact', { headers: {}, ip: '' } as FastifyRequest, { message: '<a\n'.repeat(30_000) });
    expect(performance.now() - began).toBeLessThan(500);
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
});

describe('the e-mail calls', () => {
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

  /** The site's delivery options without a transport, for another mail server. */
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

  /** A FormData that reads a stand-in for the client's form element. */
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
      const before = await picturesKept();
      const fields = { ...HOME, email, submission_id: randomUUID(), before: none, attachment: picture(), after: none };
      await sendForm(fields);
      await sendForm(fields);
      const mail = await mailOf(email);
      expect(mail).toMatch(/Content-Disposition: attachment; filename=sketch\.png/);
      expect(mail).toContain('File: sketch.png (image/png');
      expect(await leadsOf(email)).toMatchObject([{ files: 1 }]);
      expect(await picturesKept()).toBe(before + 1);
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

    test('is closed again after each try to send it', async () => {
      const email = 'closed@x.example';
      await sendForm({ ...HOME, email, attachment: picture() });
      await mailOf(email);
      const [mail] = await site.database.query<{ id: string }>(
        `update mails set status = 'queued', next_attempt_at = now() where email = $1 returning id`,
        [email],
      );
      const files: Readable[] = [];
      const queue = mailQueue({
        ...deliveryOf(site),
        transport: {
          deliver: async (_id, { attachments = [] }) => {
            for (const { content } of attachments) files.push(content as Readable);
            throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
          },
          close: () => undefined,
        },
      });
      await expect(queue.run({ mailId: mail?.id ?? '' }, new AbortController().signal)).rejects.toThrow('not taken');
      expect(files.map(({ destroyed }) => destroyed)).toEqual([true]);
      await site.database.query('delete from mails where id = $1', [mail?.id]);
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
      await site.database.query(`update mails set status = 'queued', next_attempt_at = now() where id = $1`, [
        mail?.id,
      ]);
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
        await (call === 'mail'
          ? send({ ...SERVICE, ...HOME, email, submission_id: id })
          : save({ ...HOME, email }, id));
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
    expect(body.replaceAll('=\r\n', '')).toContain('<td style=3D"overflow-wrap: anywhere">Ol=C3=A1 &lt;b&gt;!');
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
});

const EVIL = 'Meera\r\nBcc: all@evil.example\r\n\r\nHello';

test.each(['name', 'phone', 'subject', 'message'])('a visitor’s %s begins no header of a mail', async (field) => {
  const email = `${randomUUID()}@x.example`;
  const fields = { name: 'Meera', phone: '+91 98400 01973', subject: 'Aprons', message: 'Forty', email, [field]: EVIL };
  const answer = await fetch(`${site.url}/save_form.php`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  // Fields of one line are refused, or their line breaks removed.
  expect([303, 422]).toContain(answer.status);
  await until(async () => {
    const [row] = await site.database.query<{ n: number }>(
      "select count(*)::int as n from mails where status = 'queued'",
    );
    return row?.n === 0;
  });
  const mails = (await site.outbox()).filter((mail) => mail.includes(email));
  expect(mails.length > 0).toBe(answer.status === 303);
  for (const mail of mails) expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|hello)/im);
});
