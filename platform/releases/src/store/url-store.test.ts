import { spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../tooling/src/run/spawn';
import { liveVersion, readRegistry } from '../registry/registry';
import { readRelease, readReleaseFile } from '../release/manifest';
import { environmentTrust } from '../settings';
import { ENTRY, newStore, release } from '../testing/built-release';
import { openStore } from './open-store';

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

/** A host without any mark by which a file's version could be known. */
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

test.each<[string, RequestListener, RegExp]>([
  ['an error', (_request, response) => response.writeHead(500).end(), /status 500/],
  ['elsewhere', (_request, response) => response.writeHead(302, { location: '/login' }).end(), /cannot be read/],
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
