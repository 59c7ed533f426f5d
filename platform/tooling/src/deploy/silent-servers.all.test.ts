import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findNginx, type RunningNginx, runNginx } from './testing/running-nginx';

/** Longest wait for a page that the other server has. */
const WANTED_MS = 2_000;
/** Duration of a slow form, which is sent to one server only and may take longer than a read. */
const SLOW_MS = 2_500;

/** A server behind nginx, with its requests. */
interface Upstream {
  server: Server;
  /** True: it answers nothing, and keeps every connection. */
  isSilent: boolean;
  /** True: it answers 202 for a page, then nothing at the pending address, though the page is in its cache. */
  isMuteWhilePending: boolean;
  /** Method, path and `Cache-Control` of each request. */
  seen: string[];
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function upstream(name: string, answer: Answer): Promise<Upstream> {
  const made: Upstream = { server: createServer(), isSilent: false, isMuteWhilePending: false, seen: [] };
  made.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    made.seen.push(`${request.method} ${request.url} ${request.headers['cache-control'] ?? ''}`.trim());
    response.setHeader('x-server', name);
    const isPending = request.url?.startsWith('/_pending/') ?? false;
    if (!made.isSilent && !(isPending && made.isMuteWhilePending)) void answer(request, response);
  });
  await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
  return made;
}

const portOf = ({ server }: Upstream): number => (server.address() as AddressInfo).port;

/** An overloaded composer: it sends as many 202 responses as a real one, and the page only without a `Prefer` header. */
const overloaded: Answer = async ({ url = '', headers }, response) => {
  if (url.startsWith('/_pending/last/')) return void response.writeHead(421).end();
  if (!headers.prefer) return void response.end('made at last');
  await wait(1_000);
  const sign = Number(/\d$/.exec(url)?.[0] ?? 0) + 1;
  response.writeHead(202, { 'x-accel-redirect': `/_pending/${sign < 5 ? '' : 'last/'}busy-${sign}` }).end();
};

/** A composer. Pages below `/known` are in its cache; those below `/slow` take longer than nginx waits for a first response. */
const composer: Answer = async (request, response) => {
  const { method, url = '', headers } = request;
  if (url.includes('/busy')) return overloaded(request, response);
  if (url.startsWith('/_pending/')) return void setTimeout(() => response.end('made late'), 800);
  if (method === 'POST') await wait(SLOW_MS);
  const isKnown = url.startsWith('/known') || url.includes('then-silent');
  if (headers['cache-control'] === 'only-if-cached' && !isKnown) return void response.writeHead(504).end();
  if (url.startsWith('/slow') && headers.prefer === 'respond-async, wait=1') {
    return void response.writeHead(202, { 'x-accel-redirect': '/_pending/token' }).end();
  }
  response.end(`${method} ${url}`);
};

const api: Answer = async ({ method, url = '' }, response) => {
  if (method === 'POST' || url.startsWith('/slow')) await wait(SLOW_MS);
  response.end(`${method} ${url}`);
};

let composers: Upstream[];
let apis: Upstream[];
let nginx: RunningNginx;
beforeAll(() => void findNginx(), 300_000);
beforeEach(async () => {
  composers = [await upstream('one', composer), await upstream('other', composer)];
  apis = [await upstream('one', api), await upstream('other', api)];
  nginx = await runNginx(composers.map(portOf), apis.map(portOf));
  for (const each of [...composers, ...apis]) each.seen = [];
});
afterEach(async () => {
  for (const { server } of [...composers, ...apis]) {
    server.closeAllConnections();
    server.close();
  }
  await nginx.stop();
});

interface Seen {
  status: number;
  text: string;
  ms: number;
}

const ask = async (address: string, method = 'GET'): Promise<Seen> => {
  const start = performance.now();
  const response = await fetch(address, { method, ...(method === 'POST' && { body: 'a=1' }) });
  return { status: response.status, text: await response.text(), ms: performance.now() - start };
};

/** Sends so many requests at once that each process of nginx also asks a silent server. */
const rush = (address: (index: number) => string): Promise<Seen[]> =>
  Promise.all(Array.from({ length: 12 }, (_, index) => ask(address(index))));

const slowest = (answers: readonly Seen[]): number => Math.max(...answers.map(({ ms }) => ms));

/** Measures how much longer a rush takes than one before the silence. The difference excludes the speed of the machine. */
const waited = async (
  address: (index: number) => string,
  silence: () => void,
): Promise<{ answers: Seen[]; ms: number }> => {
  const usual = slowest(await rush(address));
  silence();
  const answers = await rush((index) => address(index + 1000));
  return { answers, ms: slowest(answers) - usual };
};
const askedOf = ({ seen }: Upstream, start: string): string[] => seen.filter((each) => each.startsWith(start));

describe.each(['one', 'other'])('while composer %s is silent', (name) => {
  const silent = () => composers[name === 'one' ? 0 : 1] as Upstream;
  const alive = () => composers[name === 'one' ? 1 : 0] as Upstream;
  const silence = () => {
    silent().isSilent = true;
  };

  it('nobody waits two seconds for a page that the other has', async () => {
    const { answers, ms } = await waited((index) => `${nginx.origin}/known/${index}`, silence);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(ms).toBeLessThan(WANTED_MS);
    expect(silent().seen.length).toBeGreaterThan(0);
  });

  it('a page that nobody has is made by the other, once', async () => {
    silence();
    const pages = await rush((index) => `${nginx.origin}/new/${index}`);
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    const renders = alive().seen.filter((each) => !each.endsWith('only-if-cached'));
    expect(renders).toHaveLength(new Set(renders).size);
  });

  it('nobody waits two seconds for what the API says', async () => {
    const { answers, ms } = await waited((index) => `${nginx.origin}/api/posts/${index}`, silence);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(ms).toBeLessThan(WANTED_MS);
  });
});

it('a composer that makes a page slowly is waited for, and no other makes it too', async () => {
  const pages = await rush((index) => `${nginx.origin}/slow/${index}`);
  expect(new Set(pages.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 made late']));
  const asked = composers.flatMap((each) => askedOf(each, 'GET /slow/'));
  expect(asked).toHaveLength(pages.length);
});

it('a composer that falls silent while it makes a page is left for the other', async () => {
  for (const each of composers) each.isMuteWhilePending = true;
  const { status, text } = await ask(`${nginx.origin}/slow/then-silent`);
  expect([status, text]).toEqual([200, 'GET /slow/then-silent']);
});

it('a page that takes longer than nginx follows signs is waited for without any', async () => {
  const { status, text } = await ask(`${nginx.origin}/busy`);
  expect([status, text]).toEqual([200, 'made at last']);
}, 20_000);

it('slow pages take no composer away from others', async () => {
  const slow = rush((index) => `${nginx.origin}/slow/${index}`);
  const others = await rush((index) => `${nginx.origin}/new/${index}`);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  expect(composers.map(({ seen }) => seen.some((each) => each.startsWith('GET /new/')))).toEqual([true, true]);
  await slow;
});

it.each(['/contact', '/api/create_order.php'])('what is posted to %s is sent once, and waited for', async (path) => {
  const { status, text, ms } = await ask(nginx.origin + path, 'POST');
  expect([status, text]).toEqual([200, `POST ${path}`]);
  expect(ms).toBeGreaterThan(SLOW_MS - 100);
  expect(composers.flatMap(({ seen }) => seen)).toHaveLength(1);
});

it('nobody waits two seconds for a read while an API is silent, and a post is sent once', async () => {
  const [first, second] = apis as [Upstream, Upstream];
  const { answers, ms } = await waited(
    (index) => `${nginx.apiOrigin}/posts/${index}`,
    () => {
      first.isSilent = true;
    },
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(ms).toBeLessThan(WANTED_MS);
  first.isSilent = false;
  await ask(`${nginx.apiOrigin}/create_order.php`, 'POST');
  expect([...askedOf(first, 'POST'), ...askedOf(second, 'POST')]).toHaveLength(1);
});

it('while every API is slow, reads are answered and soon asked only once', async () => {
  const rushed = await rush((index) => `${nginx.apiOrigin}/slow/${index}`);
  expect(new Set(rushed.map(({ status }) => status))).toEqual(new Set([200]));
  const before = apis.flatMap(({ seen }) => seen).length;
  const [again] = await Promise.all([rush((index) => `${nginx.apiOrigin}/slow/again/${index}`)]);
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
  expect(apis.flatMap(({ seen }) => seen).length - before).toBeLessThan(again.length * 1.5);
}, 30_000);
