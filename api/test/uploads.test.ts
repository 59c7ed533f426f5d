import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { cleanPng, pdf, SECRET, tellingGif, tellingJpeg, tellingPng, tellingWebp } from './helpers/pictures';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const PERSON = { name: 'Ravi', number: '98400 01973', email: 'ravi@resort.example' };
const uploads = () =>
  readdir(path.join(site.dataDir, 'uploads')).then((names) => names.filter((name) => name !== 'incoming'));
const incoming = () => readdir(path.join(site.dataDir, 'uploads', 'incoming'));

interface Post {
  bytes?: Buffer;
  name?: string;
  type?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  more?: Buffer;
}

const send = ({
  bytes,
  name = 'idea.png',
  type = 'image/png',
  fields = PERSON,
  headers = { accept: 'application/json' },
  more,
}: Post) => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  if (bytes) body.append('inspirations[]', new Blob([new Uint8Array(bytes)], { type }), name);
  if (more) body.append('inspirations[]', new Blob([new Uint8Array(more)]), 'second.png');
  return fetch(`${site.url}/save_inspiration.php`, { method: 'POST', body, headers, redirect: 'manual' });
};
const storedOf = async (email: string) => {
  const [row] = await site.database.query<{
    stored_name: string;
    original_name: string;
    media_type: string;
    bytes: number;
  }>('select f.* from files f join enquiries e on e.id = f.enquiry_id where e.email = $1', [email]);
  if (!row) throw new Error(`No file of ${email}`);
  return { ...row, content: await readFile(path.join(site.dataDir, 'uploads', row.stored_name)) };
};

test('a picture is kept under a random name, once, with one mail', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  for (const _time of [1, 2]) {
    const answer = await send({ bytes: cleanPng, name: '../../etc/pass\u202Ewd.png', headers });
    expect(await answer.json()).toMatchObject({ success: true });
  }
  const stored = await storedOf(PERSON.email);
  expect(stored.content.equals(cleanPng)).toBe(true);
  expect(stored).toMatchObject({ original_name: 'passwd.png', media_type: 'image/png', bytes: cleanPng.length });
  expect(stored.stored_name).toMatch(/^[0-9a-f-]{36}\.png$/);
  expect(await uploads()).toEqual([stored.stored_name]);
  const mails = await until(async () => {
    const list = (await site.outbox()).filter((text) => text.includes(PERSON.email));
    return list.length > 0 && list;
  });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('passwd.png (image/png, 1 kB)');
});

test.each([
  ['png', tellingPng],
  ['jpg', tellingJpeg],
  ['webp', tellingWebp],
  ['gif', tellingGif],
])('metadata of a %s is removed', async (kind, bytes) => {
  const email = `${kind}@x.example`;
  expect((await send({ bytes, fields: { ...PERSON, email } })).status).toBe(200);
  const { content, stored_name } = await storedOf(email);
  expect(stored_name).toMatch(new RegExp(`\\.${kind}$`));
  expect(content.includes(SECRET)).toBe(false);
  expect(content.length).toBeGreaterThan(30);
});

test('what shows the picture is left as it was', async () => {
  expect((await storedOf('png@x.example')).content.equals(cleanPng)).toBe(true);
  const jpeg = (await storedOf('jpg@x.example')).content;
  expect(jpeg.toString('latin1')).toContain('ICC_PROFILE');
  // Orientation 6 is the one thing of Exif that stays.
  expect(jpeg.includes(Buffer.from('0112000300000001000600000000', 'hex'))).toBe(true);
  expect(jpeg.toString('latin1').split('\x12\xff\0\x34\xff\xd0\x56')).toHaveLength(3);
  const webp = (await storedOf('webp@x.example')).content;
  expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
  expect(webp[20]).toBe(0);
  expect((await storedOf('gif@x.example')).content.toString('latin1')).toContain('NETSCAPE2.0');
});

test('a PDF is kept as it came, whatever it is called', async () => {
  expect(
    (await send({ bytes: pdf, name: 'x.svg', type: 'image/svg+xml', fields: { ...PERSON, email: 'pdf@x.example' } }))
      .status,
  ).toBe(200);
  const stored = await storedOf('pdf@x.example');
  expect(stored.media_type).toBe('application/pdf');
  expect(stored.content.equals(pdf)).toBe(true);
});

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><script>1</script>')],
  ['an executable', Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(200)])],
  ['a damaged picture', tellingPng.subarray(0, 60)],
  ['noise after a JPEG mark', Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(300)])],
])('%s is refused, and nothing of it is left', async (_what, bytes) => {
  const before = await uploads();
  const answer = await send({ bytes, fields: { ...PERSON, email: 'no@x.example' } });
  expect(answer.status).toBe(422);
  expect((await answer.json()).message).toMatch(/JPEG, PNG, WebP or GIF picture, or a PDF/);
  expect(await uploads()).toEqual(before);
  expect(await incoming()).toEqual([]);
  expect(await site.database.query(`select 1 from enquiries where email = 'no@x.example'`)).toEqual([]);
});

test('10 MB are taken and a byte more is not', async () => {
  const limit = 10 * 1024 * 1024;
  const large = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, 32)]);
  expect((await send({ bytes: large(limit), fields: { ...PERSON, email: 'full@x.example' } })).status).toBe(200);
  const over = await send({ bytes: large(limit + 1) });
  expect(over.status).toBe(413);
  expect((await over.json()).message).toMatch(/larger than 10 MB/);
  expect((await send({ bytes: large(limit + 1024 * 1024) })).status).toBe(413);
  expect(await incoming()).toEqual([]);
});

test('two files are one too many', async () => {
  const before = await uploads();
  const answer = await send({ bytes: cleanPng, more: cleanPng });
  expect(answer.status).toBe(422);
  expect((await answer.json()).message).toBe('Please choose one file only.');
  expect(await uploads()).toEqual(before);
});

test('wrong fields refuse the file too', async () => {
  const before = await uploads();
  const answer = await send({ bytes: cleanPng, fields: { ...PERSON, email: 'x' } });
  expect(answer.status).toBe(422);
  expect(await uploads()).toEqual(before);
});

test('without scripts a page answers', async () => {
  const fields = { ...PERSON, email: 'page@x.example' };
  const fine = await send({ bytes: cleanPng, headers: { accept: 'text/html' }, fields });
  expect([fine.status, fine.headers.get('location')]).toEqual([303, '/thank-you']);
  const wrong = await send({ bytes: Buffer.from('<html>'), headers: { accept: 'text/html' }, fields });
  expect(wrong.status).toBe(422);
  const page = await wrong.text();
  expect(page).toContain('value="page@x.example"');
  expect(page).toContain('Please choose a JPEG');
});

test('a form without a file is kept as well', async () => {
  expect((await send({ fields: { ...PERSON, email: 'none@x.example' } })).status).toBe(200);
  expect(await site.database.query(`select 1 from enquiries where email = 'none@x.example'`)).toHaveLength(1);
});

test('an upload that breaks off leaves nothing', async () => {
  const before = await uploads();
  const head = '--b\r\ncontent-disposition: form-data; name="inspirations[]"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const call = httpRequest(`${site.url}/save_inspiration.php`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5_000_000 },
  });
  call.on('error', () => undefined);
  call.write(head + 'x'.repeat(200_000));
  await until(async () => (await incoming()).length > 0);
  call.destroy();
  await until(async () => (await incoming()).length === 0);
  expect(await uploads()).toEqual(before);
});

test('no route serves an upload', async () => {
  const [name = ''] = await uploads();
  for (const place of ['/uploads/', '/covers/../uploads/', '/covers/..%2fuploads%2f', '/']) {
    expect((await fetch(site.url + place + name)).status).toBe(404);
  }
});

test('a form that breaks off in the middle of its file is refused, and leaves nothing', async () => {
  const before = await uploads();
  const answer = await fetch(`${site.url}/save_inspiration.php`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', accept: 'application/json' },
    body: '--x\r\nContent-Disposition: form-data; name="inspirations[]"; filename="a.png"\r\n\r\nabc',
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ success: false });
  expect([await uploads(), await incoming()]).toEqual([before, []]);
});
