import { randomBytes, randomUUID } from 'node:crypto';
import fs, { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type S3Server, startS3 } from '@wholepage/releases/s3-stand-in';
import sharp from 'sharp';
import { sample, TAKES_ALL } from '../../platform/tooling/src/testing/sample';
import { type FileStore, fromMemory, openFiles } from '../src/files/file-store';
import { applyRetention, erasePerson } from '../src/personal-data';
import { sweepUploads } from '../src/uploads/store';
import { FORMS, UPLOAD_TYPES } from '../wire/forms';
import { runCli, runWith } from './helpers/cli';
import { sendInspiration } from './helpers/inspiration';
import { type OfficeAnswer, officeOf } from './helpers/office';
import {
  cleanPng,
  hugePng,
  pdf,
  SECRET,
  tellingGif,
  tellingJpeg,
  tellingPng,
  tellingWebp,
  thinPng,
} from './helpers/pictures';
import { decoded, startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe('the call of uploads', () => {
  const PERSON = { name: 'Ravi', number: '98400 01973', email: 'ravi@resort.example' };
  const uploads = () =>
    readdir(path.join(site.dataDir, 'uploads')).then((names) => names.filter((name) => name !== 'incoming'));
  const incoming = () => readdir(path.join(site.dataDir, 'uploads', 'incoming'));

  type Post = Partial<Parameters<typeof sendInspiration>[1]> & { bytes?: Buffer };
  const send = ({ bytes, ...more }: Post) =>
    sendInspiration(site.url, { fields: PERSON, file: bytes ?? null, ...more });
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
    expect(stored).toMatchObject({
      original_name: 'passwd.png',
      media_type: 'image/png',
      bytes: stored.content.length,
    });
    expect(stored.stored_name).toMatch(/^[0-9a-f-]{36}\.png$/);
    expect(await uploads()).toEqual([stored.stored_name]);
    const mails = await until(async () => {
      const list = (await site.outbox()).filter((text) => text.includes(PERSON.email));
      return list.length > 0 && list;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('passwd.png (image/png, 1 kB)');
  });

  test.each([FORMS.studio.file?.name, FORMS.studio.file?.name.replace('[]', '')])(
    'the file may be called %s',
    async (part) => {
      const email = `${randomUUID()}@resort.example`;
      const body = new FormData();
      for (const [field, value] of Object.entries({ ...PERSON, email })) body.append(field, value);
      body.append(part ?? '', new Blob([new Uint8Array(cleanPng)]), 'idea.png');
      const answer = await fetch(`${site.url}/save_inspiration.php`, { method: 'POST', body });
      expect([answer.status, (await storedOf(email)).original_name]).toEqual([200, 'idea.png']);
    },
  );

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
    ['of one row', thinPng(16, 1), 'This picture is too small to show anything. Please choose a larger one.'],
    ['of one column', thinPng(1, 16), 'This picture is too small to show anything. Please choose a larger one.'],
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
    ['sketch.hta', 'sketch.hta.pdf'],
    ['sketch.PDF', 'sketch.PDF'],
    ['.', 'file.pdf'],
  ])(
    'a PDF that is called "%s" comes to the owner as "%s": no program opens it as something else',
    async (name, known) => {
      const email = `${randomUUID()}@x.example`;
      await send({ bytes: pdf, name, fields: { ...PERSON, email } });
      expect((await storedOf(email)).original_name).toBe(known);
    },
  );

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>1</script>')],
    ['an executable', Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(200)])],
    ['a PDF of no version', Buffer.concat([Buffer.from('%PDF-'), pdf])],
    ['a damaged picture', tellingPng.subarray(0, 60)],
    ['noise after a JPEG mark', Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(300)])],
  ])('%s is refused, and nothing of it is left', async (_what, bytes) => {
    const before = await uploads();
    const answer = await send({ bytes, fields: { ...PERSON, email: 'no@x.example' } });
    expect(answer.status).toBe(422);
    const { message } = await answer.json();
    for (const type of UPLOAD_TYPES) expect(message).toMatch(new RegExp(type.split('/')[1] ?? '', 'i'));
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

  test.each([200, 30_000])('a file of %d bytes without a name is not lost without a word', async (bytes) => {
    const answer = await send({ bytes: Buffer.alloc(bytes, 'x'), name: '' });
    expect([answer.status, (await answer.json()).message]).toEqual([
      422,
      'This file came without a name. Please name it, and choose it again.',
    ]);
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

  test('without an office the mail says how to get the file, and that works', async () => {
    const email = 'fetched@x.example';
    await send({ bytes: cleanPng, fields: { ...PERSON, email } });
    const mail = decoded(await until(async () => (await site.outbox()).find((text) => text.includes(email))));
    expect(mail).toContain('File: idea.png (image/png');
    const words = /Open it: npm run api -- (leads show \w+ --files) FOLDER/.exec(mail)?.[1]?.split(' ') ?? [];
    const folder = await mkdtemp(path.join(os.tmpdir(), 'api-upload-mail-'));
    expect(await runCli(site, ...words, folder)).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toHaveLength(1);
    await rm(folder, { recursive: true });
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
});

describe('hostile pictures', () => {
  const upload = async (address: string, bytes: Buffer, name = 'idea.gif') => {
    const headers = { accept: 'application/json', 'x-forwarded-for': address };
    const began = performance.now();
    const fields = { email: 'ravi@x.example' };
    const answer = await sendInspiration(site.url, { fields, file: bytes, name, headers });
    const { message } = await answer.json();
    return { status: answer.status, message, ms: performance.now() - began };
  };
  /** A GIF of 35 bytes whose headers claim this width and height, with data for a pixel or two. */
  const claimingGif = (edge: number): Buffer => {
    const bytes = Buffer.from('47494638396100000000800000000000ffffff2c00000000000000000002024401003b', 'hex');
    for (const at of [6, 8, 24, 26]) bytes.writeUInt16LE(edge, at);
    return bytes;
  };
  const attackers = (networks: number, each: number, bytes: Buffer) =>
    Array.from({ length: networks * each }, (_, n) => upload(`10.${n % networks}.0.1`, bytes));

  const ATTACKS: [string, number, number, number][] = [
    ['9 of one network', 1, 9, 7000],
    ['27 of three networks', 3, 9, 7000],
    ['24 of 12 networks', 12, 2, 4500],
  ];

  test.each(sample(ATTACKS, ['9 of one network']))(
    '35 bytes that say millions of pixels, %s, cost nobody a turn',
    async (_what, networks, each, edge) => {
      const hostile = attackers(networks, each, claimingGif(edge));
      const neighbour = await upload('192.0.2.1', cleanPng, 'idea.png');
      expect(neighbour.status).toBe(200);
      expect(neighbour.ms).toBeLessThan(3000);
      for (const { status, message, ms } of await Promise.all(hostile)) {
        expect([status, message]).toEqual([422, expect.stringContaining('damaged')]);
        expect(ms).toBeLessThan(5000);
      }
    },
  );

  if (TAKES_ALL)
    test('a network whose pictures take much work waits, and others do not', async () => {
      const large = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#777' } })
        .gif()
        .toBuffer();
      const hostile = attackers(1, 12, large);
      const neighbours = await Promise.all([1, 2, 3].map((n) => upload(`192.0.2.${n}`, cleanPng, 'idea.png')));
      const answers = await Promise.all(hostile);
      const longest = Math.max(...answers.map(({ ms }) => ms));
      for (const { status, ms } of neighbours) {
        expect(status).toBe(200);
        expect(ms).toBeLessThan(longest / 2);
      }
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    });
});

describe('places for files', () => {
  let s3: S3Server;
  let folder: string;
  beforeAll(async () => {
    Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
    [s3, folder] = await Promise.all([startS3('files'), mkdtemp(path.join(os.tmpdir(), 'api-files-'))]);
  });
  afterAll(async () => {
    await s3.stop();
    await rm(folder, { recursive: true });
  });

  const bytes = (text: string) => fromMemory(Buffer.from(text), 'text/plain');
  const textOf = async (store: FileStore, file: string) => {
    const found = await store.read(file);
    return found && (await buffer(found.stream)).toString();
  };
  const namesIn = async (store: FileStore, place: string) => {
    const names: string[] = [];
    for await (const { name } of store.list(place)) names.push(name);
    return names.sort();
  };

  describe.each(['folder', 's3'])('a %s', (kind) => {
    let store: FileStore;
    beforeAll(() => {
      store = openFiles({
        uploadsUrl: kind === 's3' ? 's3://files/contract' : folder,
        s3Endpoint: s3.endpoint,
        dataDir: '',
      });
    });

    if (kind === 's3')
      it('is not waited for when it never answers', async () => {
        const { setTimeout: later } = globalThis;
        jest
          .spyOn(globalThis, 'setTimeout')
          .mockImplementation(((work: () => void, ms = 0) => later(work, Math.min(ms, 50))) as typeof setTimeout);
        s3.fault = 'never answers';
        await expect(store.read('uploads/a.txt')).rejects.toThrow('s3://files/contract cannot be used');
        s3.fault = 'none';
        jest.restoreAllMocks();
      });

    it('gives back what was written, and knows what was not', async () => {
      await store.write('uploads/a.txt', bytes('hello'));
      expect(await textOf(store, 'uploads/a.txt')).toBe('hello');
      expect((await store.read('uploads/a.txt'))?.bytes).toBe(5);
      expect(await store.read('uploads/none.txt')).toBeUndefined();
      expect(await namesIn(store, 'nowhere')).toEqual([]);
    });

    it('lists the files of a folder and the folders of another, moves and removes', async () => {
      await store.write('uploads/b.txt', bytes('b'));
      await store.move('uploads/b.txt', 'quarantine/2026-11-22/b.txt');
      expect(await namesIn(store, 'uploads')).toEqual(['a.txt']);
      expect(await store.folders('quarantine')).toEqual(['2026-11-22']);
      expect(await textOf(store, 'quarantine/2026-11-22/b.txt')).toBe('b');
      await store.remove('uploads/a.txt');
      await store.remove('uploads/a.txt');
      expect(await namesIn(store, 'uploads')).toEqual([]);
    });
  });

  describe('a folder on a bad day', () => {
    const newPlace = () => mkdtemp(path.join(folder, 'bad-'));
    /** Makes the folder `uploads` a link to itself, which not even root can use. */
    const spoil = (place: string) => symlink('uploads', path.join(place, 'uploads'));
    const storeIn = (uploadsUrl: string) => openFiles({ uploadsUrl, s3Endpoint: '', dataDir: '' });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('moves files to another disk', async () => {
      const { rename } = fs;
      jest.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
        if (path.dirname(String(from)) !== path.dirname(String(to)))
          throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
        return rename(from, to);
      });
      const store = storeIn(await newPlace());
      await store.write('uploads/c.txt', bytes('c'));
      await store.move('uploads/c.txt', 'quarantine/2026-11-30/c.txt');
      expect([await namesIn(store, 'uploads'), await textOf(store, 'quarantine/2026-11-30/c.txt')]).toEqual([[], 'c']);
    });

    it('does not pass for an empty one when it cannot be read', async () => {
      const place = await newPlace();
      await spoil(place);
      const store = storeIn(place);
      const words = /^\S+ cannot be used \(ELOOP: /;
      await expect(namesIn(store, 'uploads')).rejects.toThrow(words);
      await expect(store.folders('uploads')).rejects.toThrow(words);
      await expect(store.read('uploads/a.txt')).rejects.toThrow(words);
    });

    it('refuses files in words, logs why, and keeps forms without one', async () => {
      const uploadsUrl = path.join(await newPlace(), 'new');
      const own = await startSite({ UPLOADS_URL: uploadsUrl });
      const metrics = async () => (await fetch(`${own.privateUrl}/metrics`)).text();
      expect(await metrics()).not.toMatch(/^data_disk_free_ratio 0$/m);
      await fs.mkdir(uploadsUrl);
      const disk = await fs.statfs(uploadsUrl);
      const free = (folder: unknown) => ({ ...disk, bavail: disk.blocks * (folder === uploadsUrl ? 0.02 : 0.5) });
      jest.spyOn(fs, 'statfs').mockImplementation(async (folder) => free(folder));
      expect(await metrics()).toMatch(/^data_disk_free_ratio 0\.02$/m);
      jest.restoreAllMocks();
      await spoil(uploadsUrl);
      const fields = { email: 'r@x.example' };
      expect((await sendInspiration(own.url, { fields, file: null })).status).toBe(200);
      const refused = await sendInspiration(own.url, { fields });
      expect([refused.status, await refused.text()]).toEqual([
        503,
        expect.stringContaining('Please send the form without a file'),
      ]);
      expect(own.log.join('')).toMatch(/cannot be used \(ELOOP/);
      await own.stop();
    });
  });

  describe('an installation that keeps its files in a bucket', () => {
    let site: TestSite;
    beforeAll(async () => {
      site = await startSite({ UPLOADS_URL: 's3://files/site', S3_ENDPOINT: s3.endpoint, SAMPLE_POSTS: '1' });
    });
    afterEach(() => {
      s3.fault = 'none';
    });
    afterAll(() => site.stop());

    const { call } = officeOf(() => site);
    const okay = ({ status, body }: OfficeAnswer) => {
      if (status !== 200) throw new Error(body.message);
    };
    const send = (email: string, file?: Buffer) => sendInspiration(site.url, { fields: { email }, file });
    const rows = (email: string) =>
      site.database.query<{ stored_name: string }>(
        `select stored_name from files f join enquiries e on e.id = f.enquiry_id where e.email = '${email}'`,
      );

    it('keeps an upload there, and nothing of it on the machine that took it', async () => {
      expect((await send('kept@x.example')).status).toBe(200);
      const [row] = await rows('kept@x.example');
      expect(await namesIn(site.context.files, 'uploads')).toContain(row?.stored_name);
      expect(await namesIn(openFiles({ uploadsUrl: '', s3Endpoint: '', dataDir: site.dataDir }), 'uploads')).toEqual(
        [],
      );
    });

    it('refuses there what it refuses in a folder', async () => {
      const before = await namesIn(site.context.files, 'uploads');
      expect((await send('refused@x.example', cleanPng.subarray(0, cleanPng.length / 2))).status).toBe(422);
      expect(await namesIn(site.context.files, 'uploads')).toEqual(before);
    });

    it('says so when the bucket does not answer, and keeps nothing by halves', async () => {
      s3.fault = 'refuses';
      const answer = await send('away@x.example');
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('We cannot take files at this moment');
      expect(await rows('away@x.example')).toEqual([]);
    });

    it.each<[string, (one: { id: string; email: string }) => Promise<unknown>]>([
      ['their person', ({ email }) => erasePerson(site.context, email)],
      ['their enquiry', async ({ id }) => okay(await call('DELETE', `/enquiries/${id}?version=new`))],
      ['their time', () => applyRetention(site.context.db, site.context.files, site.dataDir)],
    ])('goes with %s, once it answers', async (_whose, erase) => {
      const email = `${randomUUID()}@x.example`;
      await send(email);
      const kept = await rows(email);
      const [enquiry] = await site.database.query<{ id: string }>(
        `update enquiries set created_at = now() - interval '20 years' where email = '${email}' returning id`,
      );
      const one = { email, id: enquiry?.id ?? '' };
      s3.fault = 'refuses';
      await expect(erase(one)).rejects.toThrow();
      expect([kept.length, await rows(email)]).toEqual([1, kept]);
      s3.fault = 'none';
      await erase(one);
      expect(await rows(email)).toEqual([]);
      expect(await namesIn(site.context.files, 'uploads')).not.toContain(kept[0]?.stored_name);
    });

    it('saves forms in a new container that starts while the bucket is away, and looks at the files at its next start', async () => {
      s3.fault = 'refuses';
      const bucket = { UPLOADS_URL: 's3://files/site', S3_ENDPOINT: s3.endpoint };
      const fresh = await startSite({ ...bucket, DATABASE_URL: site.database.url });
      const form = { name: 'N', email: 'fresh@x.example', phone: '98400 01973', message: 'm' };
      expect((await fresh.post('/save_modal_form.php', form)).status).toBe(200);
      expect(await readdir(fresh.dataDir)).not.toContain('installation-id');
      await fresh.stop();
    });

    it('serves covers from it, and answers a known cover without a body', async () => {
      const list = (await (await fetch(`${site.url}/formdata/api_blog_list.php`)).json()) as {
        data: { cover_path: string }[];
      };
      const cover = site.url + list.data[0]?.cover_path;
      const answer = await fetch(cover);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(await answer.text()).toContain('<svg');
      const etag = answer.headers.get('etag') ?? '';
      expect((await fetch(cover, { headers: { 'if-none-match': etag } })).status).toBe(304);
    });

    it('moves what the database does not know to a quarantine in it', async () => {
      const { files, uploads, database } = site.context;
      await files.write('uploads/unknown.pdf', bytes('?'));
      expect(await sweepUploads(database.db, files, uploads.incoming, true)).toContain('s3://files/site/quarantine/');
      expect(await namesIn(files, 'uploads')).not.toContain('unknown.pdf');
    });

    it('lets people copy out what visitors sent', async () => {
      await send('copied@x.example');
      const env = {
        DATA_DIR: site.dataDir,
        DATABASE_URL: site.database.url,
        UPLOADS_URL: 's3://files/site',
        S3_ENDPOINT: s3.endpoint,
        INIT_CWD: folder,
      };
      expect(await runWith(env, 'leads', 'export', '--files', 'copies')).toMatchObject({ code: 0 });
      const [row] = await rows('copied@x.example');
      const copies = openFiles({ uploadsUrl: folder, s3Endpoint: '', dataDir: '' });
      const copy = (await namesIn(copies, 'copies')).find((name) => name.endsWith(row?.stored_name ?? '-'));
      expect((await readFile(path.join(folder, 'copies', copy ?? ''))).length).toBeGreaterThan(50);
    });
  });
});
