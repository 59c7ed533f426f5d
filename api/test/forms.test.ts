import { randomUUID } from 'node:crypto';
import { sampleOf } from '../wire/testing/sample-form';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

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

test.each(['*/*', 'application/json'])('a form that is posted with Accept: %s is answered in JSON', async (accept) => {
  const email = `${randomUUID()}@x.example`;
  const fine = await form({ ...CONTACT, email }, '/save_form.php', { accept });
  expect([fine.status, await fine.json()]).toEqual([200, { success: true, message: expect.any(String) }]);
  expect(await count('mails', `email = '${email}'`)).toBe(1);
  const wrong = await form({ ...CONTACT, email: 'x' }, '/save_form.php', { accept });
  expect([wrong.status, await wrong.json()]).toEqual([422, { success: false, message: expect.any(String) }]);
});

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

test.each(['https://evil.example', 'null', 'garbage'])(
  'a post from the foreign origin %s is refused',
  async (origin) => {
    const answer = await site.post('/save_home_form.php', HOME, { origin });
    expect(answer.status).toBe(403);
  },
);

test('the own origins may post, and may read the answer', async () => {
  const answer = await site.post('/save_home_form.php', HOME, { origin: 'http://localhost:3003' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3003');
  expect((await site.post('/save_home_form.php', HOME, { origin: site.url })).status).toBe(200);
});

test('a page of the host that its post names may post, and in production only SITE_ORIGIN and PREVIEW_ORIGIN', async () => {
  const posted = async ({ post }: typeof site) => {
    const headers = { origin: 'http://name.test:3000', 'x-forwarded-host': 'name.test:3000' };
    return (await post('/save_home_form.php', HOME, headers)).status;
  };
  expect(await posted(site)).toBe(200);
  const inProduction = await startSite({ NODE_ENV: 'production', OFFICE_API_SECRET: 'x'.repeat(64) });
  expect(await posted(inProduction)).toBe(403);
  await inProduction.stop();
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
