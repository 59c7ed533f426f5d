import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type S3Server, startS3 } from '@wholepage/releases/s3-stand-in';
import type { FileStore } from '../src/files/file-store';
import { fromMemory, openFiles } from '../src/files/file-store';
import { sweepUploads } from '../src/uploads/store';
import { runWith } from './helpers/cli';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite } from './helpers/site';

jest.setTimeout(60_000);

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

describe('an installation that keeps its files in a bucket', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ UPLOADS_URL: 's3://files/site', S3_ENDPOINT: s3.endpoint });
  });
  afterEach(() => {
    s3.fault = 'none';
  });
  afterAll(() => site.stop());

  const send = (email: string, picture: Buffer = cleanPng) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: 'Ravi', number: '98400 01973', email }))
      form.append(name, value);
    form.append('inspirations[]', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png');
    return fetch(`${site.url}/save_inspiration.php`, { method: 'POST', body: form });
  };
  const rows = (email: string) =>
    site.database.query<{ stored_name: string }>(
      `select stored_name from files f join enquiries e on e.id = f.enquiry_id where e.email = '${email}'`,
    );

  it('keeps an upload there, and nothing of it on the machine that took it', async () => {
    expect((await send('kept@x.example')).status).toBe(200);
    const [row] = await rows('kept@x.example');
    expect(await namesIn(site.context.files, 'uploads')).toContain(row?.stored_name);
    expect(await namesIn(openFiles({ uploadsUrl: '', s3Endpoint: '', dataDir: site.dataDir }), 'uploads')).toEqual([]);
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
