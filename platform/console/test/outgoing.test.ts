import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { release } from '@wholepage/releases/testing/built-release';
import type { LocatedCause } from '../src/server/digests';
import { ErrorSender, errorsAddress, Notifier, quietHoursOf, tryHook } from '../src/server/outgoing';
import { StepReader } from '../src/server/steps';
import { startConsole, type TestConsole } from './console';

let console: TestConsole;
let hook: Server;
let status = 200;
let isSilent = false;
const heard: { headers: Record<string, unknown>; path: string; body: string }[] = [];
let troubles: string[] = [];

beforeEach(async () => {
  console = await startConsole();
  status = 200;
  isSilent = false;
  heard.length = 0;
  troubles = [];
  hook = createServer((request, response) => {
    const answers = !isSilent;
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      heard.push({ headers: request.headers, path: request.url ?? '', body });
      if (answers) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  hook.closeAllConnections();
  await new Promise((resolve) => hook.close(resolve));
  await console.close();
});

const address = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
const texts = (): string[] => heard.map(({ body }) => (JSON.parse(body) as { text: string }).text);

const notifier = (quiet = '') =>
  new Notifier({
    pool: console.pool,
    steps: new StepReader(folderStore(console.storeUrl)),
    url: `${address()}/hook`,
    origin: 'https://console.example',
    quiet: quietHoursOf(quiet, 'UTC'),
    onTrouble: (text) => troubles.push(text),
  });

const OLD = '1.0.0-aaaaaaaa';
const NEW = '1.0.0-bbbbbbbb';

test('a release is said once, in one sentence with a link, by however many consoles', async () => {
  await release(console.storeUrl, OLD, { app: 'news' });
  await Promise.all([notifier().look(), notifier().look()]);
  await notifier().look();
  expect(texts()).toEqual([
    expect.stringMatching(/^news 1\.0\.0-aaaaaaaa is live, by .+\. https:\/\/console\.example\/apps\/news$/),
  ]);
});

test('a console that ends while the chat takes a notice keeps no other one from being said', async () => {
  await release(console.storeUrl, OLD, { app: 'news' });
  await release(console.storeUrl, NEW, { app: 'news' });
  isSilent = true;
  const asked = once(hook, 'request');
  const ending = notifier().look();
  await asked;
  isSilent = false;
  await notifier().look();
  expect(texts()).toEqual([expect.stringContaining(`${OLD} is live`), expect.stringContaining(`${NEW} is live`)]);
  hook.closeAllConnections();
  await ending;
});

test('what a chat would take for a command, or call somebody by, is text', async () => {
  await release(console.storeUrl, OLD, { app: 'news' });
  await release(console.storeUrl, NEW, { app: 'news' });
  const admin = await console.person('Anna', 'admin');
  await admin.step({ action: 'rollback', app: 'news', from: NEW, version: OLD, why: '<!channel> @here\nlook' });
  await notifier().look();
  expect(texts().at(-1)).toContain('Anna: &lt;!channel&gt; @ here look. https');
});

test('in quiet hours all waits but what the judge stopped, and is said when they are over', async () => {
  await release(console.storeUrl, OLD, { app: 'news' });
  await console.pool.query(
    `insert into notices (key, text, is_urgent) values ('step 9', 'The canary was stopped', true)`,
  );
  const now = new Date();
  const hour = now.getUTCHours();
  const quiet = notifier(`${hour}-${(hour + 1) % 24}`);
  await quiet.look(now);
  expect(texts()).toEqual(['The canary was stopped']);
  await quiet.look(new Date(now.getTime() + 3_600_000));
  expect(texts()).toHaveLength(2);
});

test('a new error is said when it comes often, unless it is expected', async () => {
  const cause = (id: string, total: number, expected: string | null) =>
    console.pool.query(
      `insert into causes values ($1, 'news', 'TypeError', 'x is "broken"', now(), now(), $2, $3, '{"frames":[],"at":0}', $4)`,
      [id, NEW, total, expected],
    );
  await cause('0000000000000001', 9, null);
  await cause('0000000000000002', 10, null);
  await cause('0000000000000003', 99, '{}');
  await notifier().look();
  await notifier().look();
  expect(texts()).toEqual([
    'A new error of news comes 10 times an hour: TypeError: x is "broken". https://console.example/errors/0000000000000002',
  ]);
});

test('what the chat refused is said again, ever later, and at once when the chat takes it; that it refuses is said once', async () => {
  await release(console.storeUrl, OLD, { app: 'news' });
  status = 503;
  const one = notifier();
  const tried: number[] = [];
  const look = async (number: number) => {
    const before = heard.length;
    await one.look();
    if (heard.length > before) tried.push(number);
  };
  for (let number = 1; number <= 800; number += 1) await look(number);
  expect(tried).toEqual([1, 3, 7, 15, 31, 63, 127, 255, 406, 557, 708]);
  status = 200;
  for (let number = 801; number <= 900; number += 1) await look(number);
  expect(tried.slice(-1)).toEqual([859]);
  await release(console.storeUrl, NEW, { app: 'news' });
  await look(901);
  expect(tried.slice(-1)).toEqual([901]);
  expect(troubles).toEqual(['NOTIFY_URL: the chat answered 503.']);
});

test('a try of the address calls nobody, whatever its sender is called', async () => {
  await tryHook(`${address()}/hook`, { by: '<!channel> @here', origin: 'https://console.example' });
  expect(texts()).toEqual([
    '&lt;!channel&gt; @ here tries this address for the console. https://console.example/settings',
  ]);
});

test('only an admin tries the address, and without one hears so', async () => {
  const viewer = await console.person('Vera', 'viewer');
  expect((await viewer.post('/api/settings/notify-test', {})).status).toBe(403);
  const admin = await console.person('Anna', 'admin');
  expect(await admin.post('/api/settings/notify-test', {})).toMatchObject({
    status: 409,
    body: { message: 'NOTIFY_URL is not set: there is no chat to notify.' },
  });
});

const CAUSE: LocatedCause = {
  ...{ app: 'news', version: NEW, where: 'Firefox', phase: 'runtime', page: '/news/:slug', name: 'TypeError' },
  ...{ message: 'x is not a function', stack: [], count: 3, verified: 0 },
  breadcrumbs: [
    { ago: 2_000, page: '/news' },
    { ago: 300, click: 'button.List-more-1a2b' },
    { ago: 20, fetch: 503 },
  ],
  location: {
    at: 1,
    frames: [
      { file: 'node_modules/react/index.js', line: 1, column: 2, isSource: true },
      { file: 'news/src/List.tsx', line: 7, column: 3, isSource: true },
    ],
  },
};

test('errors are sent as an envelope, with release, pattern of the page and frames of the sources', async () => {
  const found = errorsAddress(`${address().replace('//', '//public@')}/deep/7`);
  if (!found) throw new Error('That is a DSN.');
  await new ErrorSender(found, (text) => troubles.push(text)).send([CAUSE]);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = heard;
  expect(path).toBe('/deep/api/7/envelope/');
  expect(headers).toMatchObject({
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': expect.stringContaining('sentry_key=public'),
  });
  const [header, item, event = ''] = body.split('\n');
  expect(JSON.parse(header ?? '')).toMatchObject({ event_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(JSON.parse(item ?? '')).toEqual({ type: 'event', length: Buffer.byteLength(event) });
  expect(JSON.parse(event)).toMatchObject({
    release: `news@${NEW}`,
    transaction: '/news/:slug',
    breadcrumbs: {
      values: [
        { type: 'navigation', data: { to: '/news' } },
        { category: 'ui.click', message: 'button.List-more-1a2b', timestamp: expect.any(Number) },
        { type: 'http', data: { status_code: 503 } },
      ],
    },
    exception: {
      values: [
        {
          type: 'TypeError',
          stacktrace: { frames: [{ filename: 'news/src/List.tsx', lineno: 7, in_app: true }, { in_app: false }] },
        },
      ],
    },
  });
});

test('a tool that takes no errors is said once, and asked no further in that round', async () => {
  status = 429;
  const found = errorsAddress(`${address().replace('//', '//public@')}/7`);
  if (!found) throw new Error('That is a DSN.');
  const sender = new ErrorSender(found, (text) => troubles.push(text));
  await sender.send([CAUSE, CAUSE]);
  await sender.send([CAUSE]);
  expect(heard).toHaveLength(2);
  expect(troubles).toEqual(['ERRORS_URL: errors are not taken (it answered 429).']);
});

test('a slow tool gets one error at a time, and of those that wait 50', async () => {
  const answers: (() => void)[] = [];
  const asked = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(new Response()))));
  const sender = new ErrorSender({ dsn: '', url: '', key: '' }, (text) => troubles.push(text));
  for (let look = 0; look < 60; look += 1) void sender.send([CAUSE]);
  expect(answers).toHaveLength(1);
  for (const answer of answers) {
    answer();
    await new Promise(setImmediate);
  }
  expect(answers).toHaveLength(50);
  asked.mockRestore();
});
