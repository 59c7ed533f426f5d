import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { freePort } from '../run/free-port';

const SITE = join(ROOT, 'deploy', 'vm', 'nginx', 'site.conf');
const isThere = spawnSync('nginx', ['-v']).status === 0;
const whereNginxIs = isThere ? describe : describe.skip;

let folder: string;
let nginx: ChildProcess;
let origin: string;
let composers: Server[];
/** Requests that came to a composer. */
let seen: { name: string; path: string; headers: IncomingHttpHeaders }[];

const composer = async (name: string): Promise<Server> => {
  const server = createServer((request, response) => {
    seen.push({ name, path: request.url ?? '', headers: request.headers });
    response.writeHead(200, { 'cache-control': 'no-cache' }).end(name);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The shipped file, on free ports and without its certificate. */
const configuration = (port: number): string => {
  const [one, other] = composers.map(portOf);
  const site = readFileSync(SITE, 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${one}`)
    .replace('127.0.0.1:3010', `127.0.0.1:${other}`)
    .replace('/var/cache/nginx/pages', join(folder, 'cache'))
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ {4}(listen \[::\]|ssl_)[^\n]*\n/g, '');
  return `daemon off;\nerror_log stderr warn;\npid ${join(folder, 'pid')};\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\nfastcgi_temp_path ${folder}/f;\nuwsgi_temp_path ${folder}/u;\nscgi_temp_path ${folder}/s;\n${site}\n}\n`;
};

const answers = async (url: string): Promise<boolean> => (await fetch(url).catch(() => undefined)) !== undefined;

whereNginxIs('nginx before two composers', () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'cache'));
    chmodSync(join(folder, 'cache'), 0o777);
    composers = [await composer('one'), await composer('other')];
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder, 'nginx.conf'), configuration(port));
    nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
    while (!(await answers(`${origin}/metrics`))) expect(nginx.exitCode).toBeNull();
    seen = [];
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    nginx.kill('SIGQUIT');
    for (const server of composers) {
      server.closeAllConnections();
      server.close();
    }
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps a page for a second, and gives every request a trace', async () => {
    const first = await fetch(`${origin}/courses`);
    const second = await fetch(`${origin}/courses`);
    expect([first, second].map((response) => response.headers.get('x-cache'))).toEqual(['MISS', 'HIT']);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('keeps nothing of a visitor with a cookie, of a call, or of what is posted', async () => {
    for (let round = 0; round < 2; round += 1) {
      await fetch(`${origin}/courses`, { headers: { cookie: 'side=7' } });
      await fetch(`${origin}/api/formdata/api_blog_list.php`);
      await fetch(`${origin}/contact`, { method: 'POST', body: 'a=1' });
    }
    expect(seen).toHaveLength(6);
  });

  it('does not let a visitor notice that a composer has died', async () => {
    composers[0]?.closeAllConnections();
    composers[0]?.close();
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, index) => fetch(`${origin}/product/${index}`).then((response) => response.text())),
    );
    expect(new Set(pages)).toEqual(new Set(['other']));
  });

  it('shows the numbers for operators to nobody', async () => {
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    expect(seen).toHaveLength(0);
  });
});
