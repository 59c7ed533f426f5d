import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { FILE_KINDS } from '../src/uploads/inspect';
import { UPLOAD_TYPES } from '../wire/enquiries';
import {
  cleanPng,
  hugePng,
  pdf,
  SECRET,
  tellingGif,
  tellingJpeg,
  tellingPng,
  tellingWebp,
  tinyPng,
} from './helpers/pictures';
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
const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
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
  expect(await pixelsOf(stored.content)).toEqual(await pixelsOf(cleanPng));
  expect(stored).toMatchObject({ original_name: 'passwd.png', media_type: 'image/png', bytes: stored.content.length });
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
  ['png', async () => tellingPng],
  ['jpg', tellingJpeg],
  ['webp', tellingWebp],
  ['gif', tellingGif],
])('a %s is re-encoded, and nothing but the picture is kept', async (kind, make) => {
  const bytes = await make();
  expect(bytes.toString('latin1')).toContain(SECRET);
  const email = `${kind}@x.example`;
  expect((await send({ bytes, fields: { ...PERSON, email } })).status).toBe(200);
  const { content, stored_name } = await storedOf(email);
  expect(stored_name).toMatch(new RegExp(`\\.${kind}$`));
  expect(content.toString('latin1')).not.toContain(SECRET);
  const { exif, xmp, iptc, icc, comments } = await sharp(content).metadata();
  expect([exif, xmp, iptc, icc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('a picture is upright, and one that moves goes on moving', async () => {
  const jpeg = await sharp((await storedOf('jpg@x.example')).content).metadata();
  expect([jpeg.width, jpeg.height, jpeg.orientation]).toEqual([16, 24, undefined]);
  const gif = await sharp((await storedOf('gif@x.example')).content, { animated: true }).metadata();
  expect([gif.pages, gif.loop]).toEqual([2, 0]);
});

test.each([
  ['of one pixel', tinyPng, 'This picture is too small to show anything. Please choose a larger one.'],
  ['of 81 million pixels', hugePng(), 'This picture has more than 50 million pixels. Please choose a smaller one.'],
  ['that is cut off', cleanPng.subarray(0, -30), /^This picture is damaged\./],
])('a picture %s is refused with a sentence', async (_what, bytes, sentence) => {
  const before = await uploads();
  const answer = await send({ bytes });
  expect([answer.status, await answer.json()]).toEqual([
    422,
    { success: false, message: expect.stringMatching(sentence) },
  ]);
  expect([await uploads(), await incoming()]).toEqual([before, []]);
});

test.each([
  ['cut off', pdf.subarray(0, -8)],
  ['with a program behind its end', Buffer.concat([pdf, Buffer.from('<script>1</script>')])],
])('a PDF %s is refused with a sentence', async (_what, bytes) => {
  const answer = await send({ bytes, name: 'a.pdf', type: 'application/pdf' });
  expect(answer.status).toBe(422);
  expect((await answer.json()).message).toMatch(/^This PDF did not arrive whole/);
});

test('what the browser offers to choose is what is taken', () => {
  expect(FILE_KINDS.map(({ mediaType }) => mediaType).toSorted()).toEqual(UPLOAD_TYPES.toSorted());
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
