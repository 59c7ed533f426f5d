import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { fixtureStore } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';
import { guestResponse } from './guest-fetch';

describe('a response inside', () => {
  const answer = (status: number, body: string) => ({ status, headers: { 'x-from': 'api' }, body });

  test('a page reads the status, and the text or the JSON once', async () => {
    const response = guestResponse(answer(200, '{"title":"Linen"}'));
    expect([response.status, response.ok, response.bodyUsed]).toEqual([200, true, false]);
    expect(await response.json()).toEqual({ title: 'Linen' });
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow('already been read');
    expect(guestResponse(answer(404, 'no')).ok).toBe(false);
  });

  test('a body that is not JSON rejects with that reason', async () => {
    await expect(guestResponse(answer(200, '<html>')).json()).rejects.toThrow(SyntaxError);
  });

  test('an answer without a body has an empty text', async () => {
    expect(await guestResponse(answer(204, 'left over')).text()).toBe('');
  });

  test('all else that the platform’s has is there, and knows what was read', async () => {
    const response = guestResponse(answer(200, 'cloth'));
    expect(response).toBeInstanceOf(Response);
    expect(response.headers.get('x-from')).toBe('api');
    expect(await response.clone().text()).toBe('cloth');
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('cloth');
    await expect(response.text()).rejects.toThrow('already been read');
    const read = guestResponse(answer(200, 'cloth'));
    await read.text();
    await expect(read.arrayBuffer()).rejects.toThrow('already been read');
  });
});

describe('rights inside', () => {
  /** Expressions that a guest evaluates, by the resource that they try to reach. */
  const PROBES: Record<string, string> = {
    environment: `JSON.stringify(process.env)`,
    'environment of the process': `fs.readFileSync('/proc/self/environ', 'utf8')`,
    'environment of the composer': `fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8')`,
    'a file': `fs.readFileSync('/etc/passwd', 'utf8')`,
    'its own file': `fs.readFileSync(process.argv[1], 'utf8')`,
    'a folder': `fs.readdirSync('/').join()`,
    'a written file': `fs.writeFileSync(${JSON.stringify(`${tmpdir()}/guest-was-here`)}, 'x')`,
    'a process': `builtin('child_process').execFileSync('/bin/ls', ['/'])`,
    'another program': `process.execve('/bin/ls', ['ls'], {})`,
    'a thread': `new (builtin('worker_threads').Worker)('1', { eval: true })`,
    'a signal to the composer': `process.kill(process.ppid, 0)`,
    'a signal to its group': `process.kill(0, 0)`,
    'a signal by the back door': `process._kill(process.ppid, 0)`,
    'the debugger of the composer': `process._debugProcess(process.ppid)`,
    'the priority of the composer': `builtin('os').setPriority(process.ppid, 19)`,
    'internals of Node': `process.binding('spawn_sync')`,
    'native code': `process.dlopen({ exports: {} }, '/usr/lib/x.node')`,
    'flags of V8': `builtin('v8').setFlagsFromString('--allow-natives-syntax')`,
    'a debugger': `new (builtin('inspector').Session)().connect()`,
    'a database': `new (builtin('node:sqlite').DatabaseSync)(${JSON.stringify(`${tmpdir()}/guest-was-here.db`)})`,
    'a server': `await new Promise((resolve, reject) => builtin('net').createServer().on('error', reject).listen(0, resolve))`,
    'a socket': `await new Promise((resolve, reject) => builtin('net').connect(PORT, '127.0.0.1').on('error', reject).on('connect', resolve))`,
    'a datagram': `await new Promise((resolve, reject) => builtin('dgram').createSocket('udp4').on('error', reject).bind(0, resolve))`,
    'a name': `await builtin('dns').promises.lookup('localhost')`,
    "the platform's fetch": `await (await globalThis.fetch('http://127.0.0.1:PORT/')).text()`,
    'another host by the bridge': `await (await fetch('http://127.0.0.1:PORT/')).text()`,
    'the metrics of the API': `await (await fetch('/api/metrics')).text()`,
    'the metrics of the API, spelled otherwise': `await (await fetch('/api/%6detrics')).text()`,
    'the metrics of the API, by slashes': `await (await fetch('/api//metrics')).text()`,
    'the metrics of the API, by its whole address': `await (await fetch('http://127.0.0.1:API/%6Detrics')).text()`,
    'the API': `await (await fetch('/api/list')).text()`,
    'the API, by a path that keeps its prefix': `await (await fetch('/api/v1.0/list')).text()`,
    'a post to the API': `await (await fetch('/api/save_form.php', { method: 'POST', body: '{}' })).text()`,
  };

  const answering = async (): Promise<Server> => {
    const server = createServer(({ url }, response) => response.end(`reached ${url}`));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };

  const portOf = (server: Server): string => String((server.address() as AddressInfo).port);

  test('a guest reaches nothing but the API: no environment, file, process, signal, socket', async () => {
    // Both servers answer everything, so each refusal comes from the sandbox.
    const [other, api] = await Promise.all([answering(), answering()]);
    const probes = Object.entries(PROBES).map(
      ([name, code]) =>
        `await attempt(${JSON.stringify(name)}, async () => ${code.replaceAll('PORT', portOf(other)).replaceAll('API', portOf(api))});`,
    );
    process.env.A_SECRET_OF_THE_COMPOSER = 'rzp_secret';
    const composer: RunningComposer = await runComposer(
      await fixtureStore(`import fs from 'node:fs';
    const builtin = (name) => { const found = process.getBuiltinModule(name); if (!found) throw new Error('no such module'); return found; };
    export async function render({ fetch }) {
      const outcomes = {};
      const attempt = async (name, act) => {
        try { outcomes[name] = 'GOT ' + String(await act()).slice(0, 200); } catch (error) { outcomes[name] = 'refused'; }
      };
      ${probes.join('\n')}
      return { status: 200, head: { title: '' }, html: '<h1>Probed</h1>', data: outcomes, maxAge: 0 };
    }`),
      { API_PORT: portOf(api) },
    );
    const html = await (await fetch(`${composer.origin}/blog`)).text();
    await composer.close();
    other.close();
    api.close();
    delete process.env.A_SECRET_OF_THE_COMPOSER;
    const outcomes = (JSON.parse(/id="page-state">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as { data: object }).data;
    expect(outcomes).toEqual({
      ...Object.fromEntries(Object.keys(PROBES).map((name) => [name, 'refused'])),
      environment: 'GOT {}',
      'the API': 'GOT reached /list',
      // As a browser's call does, see `apiKeepsPrefix`.
      'the API, by a path that keeps its prefix': 'GOT reached /api/v1.0/list',
    });
  });
});
