import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startCluster } from '@wholepage/database/cluster';
import { stopPostmaster } from '@wholepage/database/postmaster';
import { isAlive } from '@wholepage/database/process';
import { runWith } from './helpers/cli';
import { startServer, whenReady } from './helpers/processes/server-process';
import { until } from './helpers/site';

jest.setTimeout(90_000);

let base: string;
let dataDir: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-data-'));
  // mkdtemp creates folders with mode 0700; under root, PostgreSQL runs as its own user and must enter this one.
  await chmod(base, 0o755);
  dataDir = path.join(base, 'var');
});
afterAll(async () => {
  await stopPostmaster(path.join(dataDir, 'postgres'));
  await rm(base, { recursive: true, force: true });
});

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
const enquire = (url: string, email: string) =>
  fetch(`${url}/save_modal_form.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'N', email, phone: '12345', message: 'm' }),
  });

const listLeads = async (): Promise<string> => {
  const { code, stdout, stderr } = await runWith({ DATA_DIR: dataDir }, 'leads', 'list');
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

test('a first start makes everything, a second site on the folder refuses, and a stop leaves nothing running', async () => {
  const server = await startServer(dataDir);
  await whenReady(server);
  expect((await stat(path.join(dataDir, 'postgres', 'site-password'))).mode & 0o777).toBe(0o600);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await enquire(server.url, 'first@x.example')).status).toBe(200);

  const second = await startServer(dataDir);
  expect(await second.ended).toBe(1);
  expect(await second.lastWords).toBe(
    `Another site is running on DATA_DIR ${dataDir}; stop it, or give this one a folder of its own.\n`,
  );
  expect((await enquire(server.url, 'still@x.example')).status).toBe(200);

  const pid = await postmasterPid();
  expect(await listLeads()).toContain('first@x.example');
  expect((await enquire(server.url, 'after@x.example')).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('commands work without a site as well, and two at once', async () => {
  const lists = await Promise.all([listLeads(), listLeads()]);
  for (const list of lists) expect(list).toContain('after@x.example');
  await expect(postmasterPid()).rejects.toThrow('ENOENT');
});

test('a kill of the site stops the database too, and the next start finds everything', async () => {
  const killed = await startServer(dataDir);
  await whenReady(killed);
  await enquire(killed.url, 'killed@x.example');
  const pid = await postmasterPid();
  await killed.kill();
  await until(async () => !isAlive(pid));
  expect(await listLeads()).toContain('killed@x.example');
});

test('a database that was left running is attached to', async () => {
  const left = await startCluster(dataDir);
  const pid = await postmasterPid();
  const server = await startServer(dataDir);
  await whenReady(server);
  expect(left).toBeDefined();
  expect(await postmasterPid()).toBe(pid);
  expect(await server.stop()).toBe(0);
  await until(async () => !isAlive(pid));
});

test('a site that is killed and started at once does not mind the stop of its database', async () => {
  for (let round = 0; round < 3; round += 1) {
    const killed = await startServer(dataDir);
    await whenReady(killed);
    await killed.kill();
  }
  const server = await startServer(dataDir);
  await whenReady(server);
  expect((await enquire(server.url, 'again@x.example')).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('a pid file whose number another program has by now does not keep it from starting', async () => {
  await writeFile(
    path.join(dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n\nready\n`,
  );
  const server = await startServer(dataDir);
  await whenReady(server);
  expect(await server.stop()).toBe(0);
});

test('while the database is away visitors read so, and it is restarted', async () => {
  const server = await startServer(dataDir);
  await whenReady(server);
  process.kill(await postmasterPid(), 'SIGKILL');
  const states = new Set<number>();
  await until(async () => {
    const answer = await enquire(server.url, 'away@x.example');
    states.add(answer.status);
    if (answer.status === 503) {
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/try again/) });
    }
    return answer.status === 200 && server.output().includes('The embedded PostgreSQL is back.');
  });
  expect([...states].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await server.stop()).toBe(0);
});

test.each([
  [
    'a file in place of the folder',
    async (folder: string) => writeFile(folder, ''),
    /^DATA_DIR .* cannot be written \(.*\); make it writable or choose another folder\.\n$/,
  ],
  [
    'a database of another PostgreSQL',
    async (folder: string) => {
      await mkdir(path.join(folder, 'postgres'), { recursive: true });
      await writeFile(path.join(folder, 'postgres', 'PG_VERSION'), '15\n');
    },
    /^DATA_DIR .* holds a database of PostgreSQL 15, and this is 18; dump and restore it, or choose another folder\.\n$/,
  ],
])('%s: one sentence and exit 1', async (_what, prepare, words) => {
  const folder = path.join(base, `bad-${Math.random()}`);
  await prepare(folder);
  const server = await startServer(folder);
  expect(await server.ended).toBe(1);
  expect(await server.lastWords).toMatch(words);
});

const BUCKET = { UPLOADS_URL: 's3://site/uploads', S3_ENDPOINT: 'http://127.0.0.1:1' };
const KEYS = { AWS_REGION: 'x', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };
test.each([
  [
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
    /^The database lets nobody in \(.*\): check it and DATABASE_URL\.\n$/,
  ],
  [{ ...BUCKET, ...KEYS }, /^s3:\/\/site\/uploads cannot be used \(.*\)\. See to it, and to UPLOADS_URL\.\n$/],
])('a server that is not there (%j): one sentence and exit 1', async (env, words) => {
  const server = await startServer(path.join(base, `alone-${Math.random()}`), env);
  expect(await server.ended).toBe(1);
  expect(await server.lastWords).toMatch(words);
});
