import { createServer, get, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { startCanary } from '@wholepage/releases/canary/canary';
import { TAKES_ALL } from '../../../../tooling/src/testing/sample';
import { SERVER_ENTRIES, wholeSite, writeRelease } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';
import { Drain, limitedServer } from './drain';

describe('the end of a server', () => {
  const GRACE_MS = 30_000;
  let server: Server;
  let drain: Drain;
  let port: number;
  let uploads: number;
  /** Ends the response in progress at `/film`. */
  let endFilm: () => void;
  beforeEach(async () => {
    uploads = 0;
    server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      drain.track(response);
      if (request.url === '/film') {
        response.write('film');
        endFilm = () => response.end(' seen');
        return;
      }
      if (request.method === 'GET') return void response.end('page');
      uploads += 1;
      request.resume().on('end', () => response.end('saved'));
    });
    drain = new Drain(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => server.closeAllConnections());

  /** Opens a keep-alive connection. @returns it, and all text received until it closed */
  async function kept(text: string): Promise<{ socket: Socket; all: Promise<string> }> {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const all = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
    socket.setEncoding('utf8').on('data', (part: string) => {
      received += part;
    });
    await new Promise<void>((resolve) => socket.write(text, () => resolve()));
    return { socket, all };
  }

  const uploadBegan = () =>
    new Promise<void>((resolve) => {
      const look = () => (uploads > 0 ? resolve() : setImmediate(look));
      look();
    });

  const PAGE = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const status = () =>
    new Promise<{ code: number | undefined; connection: string | undefined }>((resolve, reject) => {
      get({ port, host: '127.0.0.1' }, (response) => {
        response.resume();
        resolve({ code: response.statusCode, connection: response.headers.connection });
      }).on('error', reject);
    });

  test('an upload in flight on a kept connection is finished, and the server is gone right after it', async () => {
    const { socket, all } = await kept(`${PAGE}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345`);
    await uploadBegan();
    const began = performance.now();
    const stopped = drain.stop({ drainMs: 0, graceMs: GRACE_MS });
    socket.write('67890');
    expect(await all).toMatch(/page[\s\S]*connection: close[\s\S]*saved$/i);
    await stopped;
    expect(performance.now() - began).toBeLessThan(GRACE_MS);
  });

  test('a connection that is kept and idle does not hold it up', async () => {
    const { socket, all } = await kept(PAGE);
    await new Promise((resolve) => socket.once('data', resolve));
    await drain.stop({ drainMs: 0, graceMs: GRACE_MS });
    expect(await all).toContain('page');
  });

  test.each([0, 50])('what came on a kept connection as it closes after %d ms is answered', async (drainMs) => {
    const { socket, all } = await kept(PAGE);
    await new Promise((resolve) => socket.once('data', resolve));
    const stopped = drain.stop({ drainMs, graceMs: GRACE_MS });
    // The busy loop makes the server read the next request only after its drain.
    for (const over = performance.now() + drainMs + 20; performance.now() < over; );
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345');
    await stopped;
    expect(await all).toMatch(/page[\s\S]*connection: close[\s\S]*saved$/i);
  });

  test('it serves on while it drains, and asks each visitor to come by another way', async () => {
    const stopped = drain.stop({ drainMs: 1_000, graceMs: GRACE_MS });
    expect(drain.isStopping).toBe(true);
    expect(await status()).toEqual({ code: 200, connection: 'close' });
    await stopped;
    await expect(status()).rejects.toThrow(/ECONNRE/);
  });

  test('a connection whose answer had started before is closed after it, and holds nothing up', async () => {
    const { socket, all } = await kept('GET /film HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    const began = performance.now();
    const stopped = drain.stop({ drainMs: 0, graceMs: GRACE_MS });
    while (server.listening) await new Promise(setImmediate);
    endFilm();
    expect(await all).toMatch(/film[\s\S]*seen/);
    await stopped;
    expect(performance.now() - began).toBeLessThan(GRACE_MS);
  });

  test('what never ends is cut off in the end', async () => {
    const { all } = await kept('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
    await uploadBegan();
    await drain.stop({ drainMs: 0, graceMs: 100 });
    expect(await all).toBe('');
  });
});

describe('limits of a server', () => {
  const LARGE = Buffer.alloc(50_000_000);

  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function listening(silenceMs: number): Promise<number> {
    server = limitedServer(silenceMs);
    server.on('request', (_request, response) => response.end(LARGE));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  test.each(['', 'GET /film HTTP/1.1\r\nHost: x\r\n\r\n'])(
    'who sends "%s" and reads nothing is not kept',
    async (text) => {
      const socket = connect(await listening(50), '127.0.0.1', () => socket.write(text));
      socket.on('error', () => {});
      const closed = new Promise<void>((resolve) => server.once('connection', (other) => other.once('close', resolve)));
      await closed;
      socket.destroy();
    },
  );

  test('a connection has its limits, in ms and bytes', () => {
    server = limitedServer();
    expect(server).toMatchObject({
      // More than the API's limit of ten minutes for a slow upload.
      requestTimeout: 610_000,
      headersTimeout: 10_000,
      // More than nginx's minute for idle connections: the side that sends requests must be the one that closes.
      keepAliveTimeout: 65_000,
      timeout: 60_000,
    });
  });

  test('headers of more than 16 kB are refused', async () => {
    const port = await listening(60_000);
    const answered = (bytes: number) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`HEAD / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(bytes)}\r\n\r\n`);
        });
        socket.once('data', (part) => {
          socket.destroy();
          resolve(String(part).split('\r\n')[0] ?? '');
        });
        socket.once('error', reject);
      });
    expect(await answered(15_000)).toBe('HTTP/1.1 200 OK');
    expect(await answered(17_000)).toMatch(/^HTTP\/1.1 431 /);
  });
});

describe('pending responses', () => {
  const PATIENCE = { prefer: 'respond-async, wait=1' };
  const FROM_MEMORY = { 'cache-control': 'only-if-cached' };
  /** A server entry whose pages take longer than the proxy waits for a first response. */
  const SLOW = `let made = 0;
export async function render({ url }) {
  made += 1;
  const own = made;
  await new Promise((resolve) => setTimeout(resolve, url.includes('very') ? 6_500 : 1_400));
  return { status: 200, head: { title: '' }, html: '<h1>Made ' + own + '</h1>', data: null, maxAge: 60 };
}`;

  let store: string;
  let composer: RunningComposer;
  beforeAll(async () => {
    store = await wholeSite((app) => (app === 'mf-courses' ? SLOW : SERVER_ENTRIES.says(app)));
    await writeRelease(store, 'mf-courses', '2.0.0', SLOW.replaceAll('Made', 'Newly made'));
    composer = await runComposer(store, { API_PORT: '1', BEHIND_PROXY: '1', RENDER_TIMEOUT_MS: '9000' });
  });
  afterAll(() => composer.close());

  interface Answer {
    status: number;
    headers: Record<string, string | string[] | undefined>;
    body: string;
  }

  const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asking = request(composer.origin + path, { headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      });
      asking.on('error', reject).end();
    });

  const addressIn = ({ headers }: Answer): string => String(headers['x-accel-redirect']);

  test('a page that takes longer is pending at an address, and is made once for all who wait', async () => {
    const [pending, other] = await Promise.all([ask('/courses/slow', PATIENCE), ask('/courses/slow', PATIENCE)]);
    expect([pending.status, pending.body, pending.headers['preference-applied']]).toEqual([202, '', 'respond-async']);
    const pages = await Promise.all([ask(addressIn(pending)), ask(addressIn(other)), ask('/courses/slow')]);
    const heading = /<h1>Made \d+<\/h1>/.exec(pages[0]?.body ?? '')?.[0] ?? 'none';
    expect(pages.map(({ status, body }) => [status, body.includes(heading)])).toEqual(Array(3).fill([200, true]));
    expect((await ask(addressIn(pending))).status).toBe(421);
  });

  if (TAKES_ALL)
    test('a page that takes longer still gives a sign of life each second, and is waited for in the end', async () => {
      let answer = await ask('/courses/very-slow', PATIENCE);
      const ways: string[] = [];
      while (answer.status === 202) {
        ways.push(addressIn(answer).includes('/last/') ? 'last' : 'next');
        answer = await ask(addressIn(answer), addressIn(answer).includes('/last/') ? {} : PATIENCE);
      }
      expect([answer.status, ways]).toEqual([200, ['next', 'next', 'next', 'next', 'next', 'last']]);
    }, 30_000);

  test('a page that is made in time, or is in memory, is sent at once', async () => {
    await ask('/blog/quick');
    for (const path of ['/blog/quick', '/']) expect((await ask(path, PATIENCE)).status).toBe(200);
  });

  test('whoever wants a page from memory gets it, or 504 and no render', async () => {
    expect((await ask('/contact', FROM_MEMORY)).status).toBe(504);
    expect((await ask('/contact', FROM_MEMORY)).status).toBe(504);
    const made = await ask('/contact');
    expect(await ask('/contact', FROM_MEMORY)).toMatchObject({ status: 200, body: made.body });
    expect((await ask('/_fragments/mf-blog/none', FROM_MEMORY)).status).toBe(504);
  });

  test('the variant of a canary comes with the pending page, and is drawn for none that is not in memory', async () => {
    await startCanary(store, 'mf-courses', '2.0.0', 50, {});
    await eventually(
      () => ask('/courses/none', FROM_MEMORY).then(() => ask('/blog')),
      ({ headers }) => headers['set-cookie'] !== undefined,
    );
    expect((await ask('/courses/unseen', FROM_MEMORY)).headers['set-cookie']).toBeUndefined();
    const pending = await ask('/courses/for-a-variant', PATIENCE);
    expect([pending.status, pending.headers['set-cookie'], pending.headers['cache-control']]).toEqual([
      202,
      undefined,
      undefined,
    ]);
    const page = await ask(addressIn(pending));
    expect(page.status).toBe(200);
    expect(String(page.headers['set-cookie'])).toMatch(/^bucket=/);
    expect(page.headers['cache-control']).toBe('private, no-cache');
  });

  test('a thousand preferences are read as fast as one', async () => {
    const timeOf = async (prefer: string): Promise<number> => {
      const began = performance.now();
      for (let turn = 0; turn < 50; turn += 1) expect((await ask('/', { prefer })).status).toBe(200);
      return performance.now() - began;
    };
    await timeOf('respond-async');
    const one = await timeOf('respond-async');
    // A ratio, because both take longer on a busy machine.
    expect(await timeOf(Array(1_000).fill('respond-async').join())).toBeLessThan(10 * one);
  });
});
