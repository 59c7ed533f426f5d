import { spawn, spawnSync } from 'node:child_process';
import fs, { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { freePort } from '../../../tooling/src/run/spawn';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import { createPreview, previewsOf } from '../preview/preview';
import { readHistory, readRegistry, releasesOf } from '../registry/registry';
import { readRelease, readReleaseFile } from '../release/manifest';
import { publish } from '../release/publish';
import { environmentTrust } from '../settings';
import { promote, rollback } from '../steps/steps';
import { builtRelease, ENTRY, liveVersion, newStore, release } from '../testing/built-release';
import { openStore, openWritableStore } from './open-store';
import { type S3Server, startS3 } from './s3-stand-in';
import { s3Store } from './s3-store';

Object.assign(process.env, { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });

describe('opening', () => {
  test('an address cannot be published to', () => {
    expect(() => openWritableStore('https://releases.example')).toThrow(/can only be read/);
  });
});

describe('a folder', () => {
  test('one that cannot be listed just now is not an empty one', async () => {
    const store = openWritableStore(await newStore());
    const full = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    const listing = jest.spyOn(fs, 'readdir').mockRejectedValue(full);
    const said = 'cannot be read from';
    await expect(store.names('previews')).rejects.toThrow(said);
    await expect(store.list('mf-blog')[Symbol.asyncIterator]().next()).rejects.toThrow(said);
    listing.mockRestore();
    expect(await store.names('previews')).toEqual([]);
  });
});

describe('S3', () => {
  const PLACE = 's3://releases/site';

  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3('releases');
    process.env['S3_ENDPOINT'] = s3.endpoint;
  });
  afterAll(() => s3.stop());
  afterEach(() => {
    jest.restoreAllMocks();
    s3.fault = 'none';
  });

  const open = () => openWritableStore(PLACE);
  const release = async (app: string, version: string) => {
    await publish(PLACE, app, version, await builtRelease(version, { app }));
    return promote(PLACE, app, version);
  };
  const live = async (app: string) => liveVersion(await readRegistry(open()), app);

  test('a bucket is a store like any other: publish, promote, roll back, history', async () => {
    await release('mf-blog', '1.0.0');
    await release('mf-blog', '1.1.0');
    expect(await live('mf-blog')).toBe('1.1.0');
    await rollback(PLACE, 'mf-blog');
    expect(await live('mf-blog')).toBe('1.0.0');
    const actions = (await readHistory(open())).map(({ action }) => action);
    expect(actions).toEqual(['rollback', 'promote', 'promote']);
    expect(await open().names('mf-blog')).toEqual(['1.0.0', '1.1.0']);
  });

  test('a bucket that is copied to a folder is a store there, with all releases and their history', async () => {
    await release('mf-left', '1.0.0');
    await release('mf-left', '1.1.0');
    const folder = await newStore();
    for await (const { path } of open().list('')) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), await open().read(path));
    }
    await rollback(folder, 'mf-left');
    expect(liveVersion(await readRegistry(openWritableStore(folder)), 'mf-left')).toBe('1.0.0');
    expect(await live('mf-left')).toBe('1.1.0');
    expect((await readHistory(openWritableStore(folder))).slice(0, 3).map(({ action }) => action)).toEqual([
      'rollback',
      'promote',
      'promote',
    ]);
  });

  test('of writers that race, one wins and the others decide again: no step is lost', async () => {
    const apps = ['mf-one', 'mf-two', 'mf-three', 'mf-four'];
    for (const app of apps) await publish(PLACE, app, '1.0.0', await builtRelease('1.0.0', { app }));
    const before = (await readRegistry(open())).generation;
    await Promise.all(apps.map((app) => promote(PLACE, app, '1.0.0')));
    const registry = await readRegistry(open());
    expect(registry.generation).toBe(before + apps.length);
    for (const app of apps) expect(releasesOf(registry, app).live?.metadata.version).toBe('1.0.0');
  });

  test('a file is created once, and replaced only by who read what is there', async () => {
    const store = open();
    expect(await store.create('a.txt', Buffer.from('one'))).toBe(true);
    expect(await store.create('a.txt', Buffer.from('two'))).toBe(false);
    const read = await store.find('a.txt');
    expect(await store.replace('a.txt', Buffer.from('three'), read?.revision)).toBe(true);
    expect(await store.replace('a.txt', Buffer.from('four'), read?.revision)).toBe(false);
    expect((await store.read('a.txt')).toString()).toBe('three');
    await store.remove('a.txt');
    expect(await store.find('a.txt')).toBeUndefined();
  });

  test.each([
    ['refuses', /cannot be listed in s3:.*: status 503\./],
    ['cuts off', /cannot be read from s3:/],
    ['takes half of a write', /cannot be written to s3:/],
  ] as const)(
    'a bucket that %s is reported in a sentence, and nothing is promoted by half',
    async (fault, sentence) => {
      await publish(PLACE, 'mf-blog', '1.2.0', await builtRelease('1.2.0'));
      const before = await readRegistry(open());
      s3.fault = fault;
      await expect(promote(PLACE, 'mf-blog', '1.2.0')).rejects.toThrow(sentence);
      s3.fault = 'none';
      expect(await readRegistry(open())).toEqual(before);
    },
  );

  test.each(['never answers', 'stops half way'] as const)('a bucket that %s is not waited for', async (fault) => {
    await release('mf-silent', fault === 'never answers' ? '1.0.0' : '1.1.0');
    const { setTimeout: limit } = Socket.prototype;
    jest.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, onTimeout) {
      return limit.call(this, Math.min(ms, 100), onTimeout);
    });
    s3.fault = fault;
    await expect(readRegistry(open())).rejects.toThrow(
      /^registry.json cannot be read from s3:.*: nothing came from it for 5 s\. See to that store/,
    );
  });

  if (TAKES_ALL)
    test('a bucket that answers slowly takes longer', async () => {
      await publish(PLACE, 'mf-blog', '1.3.0', await builtRelease('1.3.0'));
      s3.fault = 'answers slowly';
      await promote(PLACE, 'mf-blog', '1.3.0');
      expect(await live('mf-blog')).toBe('1.3.0');
    });

  test('a step whose answer was lost on the way was taken once', async () => {
    await release('mf-lost', '1.0.0');
    await release('mf-lost', '1.1.0');
    const { generation } = await readRegistry(open());
    await publish(PLACE, 'mf-lost', '1.2.0', await builtRelease('1.2.0', { app: 'mf-lost' }));
    s3.fault = 'loses an answer';
    await promote(PLACE, 'mf-lost', '1.2.0');
    s3.fault = 'loses an answer';
    await rollback(PLACE, 'mf-lost');
    expect(await live('mf-lost')).toBe('1.1.0');
    expect((await readRegistry(open())).generation).toBe(generation + 2);
  });

  test('a file whose answer was lost on the way was written, for who wrote it', async () => {
    await publish(PLACE, 'mf-lost', '1.3.0', await builtRelease('1.3.0', { app: 'mf-lost' }));
    s3.fault = 'loses an answer';
    const { id } = await createPreview(PLACE, { 'mf-lost': '1.3.0' });
    expect((await previewsOf(open())).map((preview) => preview.id)).toContain(id);
    s3.fault = 'loses an answer';
    expect(await open().create('lost.txt', Buffer.from('ours'))).toBe(true);
  });

  test('a bucket that answers something else is reported in a sentence', async () => {
    s3.fault = 'answers garbage';
    await expect(readRegistry(open())).rejects.toThrow(/is not a registry/);
  });

  test('what names no bucket is refused', () => {
    for (const place of ['s3://', 's3://my_bucket/releases'])
      expect(() => s3Store(place, environmentTrust(), '')).toThrow('is not a bucket, such as s3://bucket/prefix');
  });
});

describe('an address', () => {
  interface Host {
    address: string;
    stop(): Promise<unknown>;
  }

  async function nodeHost(answer: RequestListener): Promise<Host> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      stop() {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      },
    };
  }

  /** A host without `ETag` and `Last-Modified`, so that nothing identifies a file's version. */
  const plainHost = (folder: string): Promise<Host> =>
    nodeHost(async (request, response) => {
      const bytes = await readFile(join(folder, request.url ?? '')).catch(() => undefined);
      response.writeHead(bytes ? 200 : 404).end(request.method === 'HEAD' ? undefined : bytes);
    });

  async function nginxHost(folder: string): Promise<Host> {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const file = join(folder, 'nginx.conf');
    await writeFile(
      file,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
     http { access_log off; client_body_temp_path ${folder}/tmp; proxy_temp_path ${folder}/tmp; fastcgi_temp_path ${folder}/tmp;
       uwsgi_temp_path ${folder}/tmp; scgi_temp_path ${folder}/tmp; server { listen 127.0.0.1:${port}; root ${folder}; } }`,
    );
    const server = spawn('nginx', ['-c', file], { stdio: 'ignore' });
    for (;;) if (await fetch(address).catch(() => undefined)) break;
    return {
      address,
      stop() {
        server.kill();
        return new Promise((resolve) => server.once('exit', resolve));
      },
    };
  }

  const hasNginx = spawnSync('nginx', ['-v']).status === 0;
  const HOSTS: [string, (folder: string) => Promise<Host>][] = [
    ['a host that marks no versions', plainHost],
    ...(hasNginx ? [['nginx', nginxHost] as [string, typeof nginxHost]] : []),
  ];

  test.each(HOSTS)('releases are read from %s, and a new registry is noticed', async (_name, start) => {
    const folder = await newStore();
    await release(folder, '1.0.0');
    const host = await start(folder);
    try {
      const store = openStore(host.address, environmentTrust());
      const { manifest } = await readRelease(store, 'mf-blog', '1.0.0');
      expect((await readReleaseFile(store, manifest, ENTRY)).toString()).toBe('/* 1.0.0 */');
      const before = await store.revision('registry.json');
      expect(await store.revision('registry.json')).toBe(before);
      await release(folder, '1.1.0');
      expect(await store.revision('registry.json')).not.toBe(before);
      expect(liveVersion(await readRegistry(store), 'mf-blog')).toBe('1.1.0');
      expect(await store.revision('gone.json')).toBeUndefined();
    } finally {
      await host.stop();
    }
  });

  test.each([
    (address: string) => openStore(address),
    (address: string) => s3Store('s3://releases', environmentTrust(), address),
  ])('a file larger than 64 MB is given up, though nobody says its length', async (opened) => {
    const host = await nodeHost((_request, response) => {
      const parts = Readable.from(Array.from({ length: 90 }, () => Buffer.alloc(2 ** 20)));
      parts.pipe(response).on('close', () => parts.destroy());
    });
    try {
      await expect(opened(host.address).read('registry.json')).rejects.toThrow('larger than 64 MB');
    } finally {
      await host.stop();
    }
  });

  test.each<[string, RequestListener, RegExp]>([
    ['an error', (_request, response) => response.writeHead(500).end(), /status 500/],
    [
      'elsewhere',
      (_request, response) => response.writeHead(302, { location: '/login' }).end(),
      /: unexpected redirect\.$/,
    ],
    [
      'half of it',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{"schema"', () => response.destroy());
      },
      /cannot be read/,
    ],
  ])('a host that answers %s is reported in a sentence', async (_what, answer, sentence) => {
    const host = await nodeHost(answer);
    try {
      await expect(openStore(host.address, environmentTrust()).read('registry.json')).rejects.toThrow(sentence);
    } finally {
      await host.stop();
    }
  });
});
