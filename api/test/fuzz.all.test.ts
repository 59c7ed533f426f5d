import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { startSite, type TestSite } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  // The payment provider is unreachable throughout, as happens in production.
  site = await startSite({ PAYMENT_API_ORIGIN: 'http://127.0.0.1:1' });
});
afterAll(() => site.stop());

/** Every public call that takes a body. */
const { paths }: { paths: Record<string, object> } = JSON.parse(
  readFileSync(path.join(__dirname, '..', 'openapi.json'), 'utf8'),
);
const PATHS = Object.keys(paths).filter((place) => 'post' in (paths[place] ?? {}));
const TABLES = ['enquiries', 'files', 'mails', 'enrolments', 'orders', 'payments', 'webhook_events'];
const counts = async () => {
  const sums = await site.database.query<{ n: string }>(
    TABLES.map((table) => `select count(*) n from ${table}`).join(' union all '),
  );
  return sums.map(({ n }) => n).join();
};

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const NASTY = [
  "'; drop table enquiries; --",
  '#{7*7}',
  '\u0000',
  '\ud800',
  '\r\nBcc: x@y.example',
  '../../etc/passwd',
  '<script>1</script>',
  '%00',
  '\u202E',
  'x'.repeat(40_000),
];
const FIELDS = [
  'fname',
  'lname',
  'name',
  'email',
  'phone',
  'number',
  'subject',
  'message',
  'course',
  'amount',
  'razorpay_order_id',
  'razorpay_payment_id',
  'razorpay_signature',
];

const JSON_BODIES = [
  '',
  '{',
  'null',
  '0',
  '"x"',
  '[]',
  '{}',
  deep(5000),
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  `{"amount":1e999}`,
  `{"amount":-0}`,
  '{"amount":{"$gt":0}}',
  ...NASTY.map((text) => JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, text])))),
  ...[null, 1, true, [], {}, ['a'], { toString: 'x' }].map((value) =>
    JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, value]))),
  ),
];
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'text/plain',
  'application/xml',
  'x',
  'application/json; charset=utf-16',
];

const part = (name: string, text: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const MULTIPART_BODIES = [
  '--b--',
  '--b\r\n\r\n\r\n--b--',
  '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--',
  part('name', 'no end'),
  `${part('a'.repeat(5000), 'x')}--b--`,
  `${part('__proto__', 'x')}${part('constructor', 'x')}--b--`,
  `${Array.from({ length: 60 }, (_, index) => part(`f${index}`, 'x')).join('')}--b--`,
  `${part('inspirations[]', '%PDF-1.7', '; filename="../../x\0.pdf"')}--b--`,
  `${part('inspirations[]', '', '; filename=""')}--b--`,
  `${FIELDS.map((field) => part(field, '\u0000\ud7ff')).join('')}--b--`,
];

/** Rejects responses with a 5xx status, a stack trace, or the name of a library or a table. */
const expectCalm = async (answer: Response, sent: string): Promise<void> => {
  const text = await answer.text();
  const context = `${answer.url} ${sent.slice(0, 100)} → ${answer.status} ${text.slice(0, 200)}`;
  if (answer.status >= 500) throw new Error(context);
  if (/node_modules|\bat .*\.ts|drizzle|Failed query|FST_|SyntaxError|ZodError|enquiries_/.test(text))
    throw new Error(context);
};

test.each(PATHS)('%s takes hostile bodies calmly and keeps nothing of them', async (path) => {
  const before = await counts();
  for (const type of TYPES) {
    for (const body of [...JSON_BODIES, ...MULTIPART_BODIES]) {
      const headers = { 'content-type': type, accept: 'application/json' };
      await expectCalm(
        await fetch(site.url + path, { method: 'POST', headers, body, redirect: 'manual' }),
        `${type} ${body}`,
      );
    }
  }
  for (let round = 0; round < 40; round += 1) {
    const body = new Uint8Array(randomBytes(1 + round * 50));
    const type = TYPES[round % TYPES.length] ?? '';
    await expectCalm(
      await fetch(site.url + path, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' }),
      `${type} noise`,
    );
  }
  expect(await counts()).toBe(before);
});

test.each([
  'idempotency-key',
  'content-type',
  'origin',
  'x-forwarded-for',
  'x-request-id',
  'accept',
  'x-razorpay-signature',
  'x-razorpay-event-id',
])('hostile values of %s are taken calmly', async (header) => {
  for (const path of PATHS) {
    for (const value of [
      '',
      ' ',
      '\u00ff\u00fe',
      'a'.repeat(6000),
      '../..',
      '"',
      "'",
      '{}',
      '*/*;q=,',
      '::ffff:1',
      '1.1.1.1, 2.2.2.2, x',
    ]) {
      const headers = { 'content-type': 'application/json', [header]: value };
      const body = JSON.stringify({ name: 'N', email: 'x' });
      await expectCalm(
        await fetch(site.url + path, { method: 'POST', headers, body, redirect: 'manual' }),
        `${header}: ${value}`,
      );
    }
  }
});

test('addresses and queries that nobody meant are answered calmly', async () => {
  const queries = [
    '?page=',
    '?page=99999999999999999999',
    '?limit=1e9',
    '?page[]=1',
    '?slug=%00',
    '?slug=%ed%a0%80',
    '?slug=%',
    `?slug=${'a'.repeat(5000)}`,
    '?slug=a&slug=b',
    '?__proto__[x]=1',
  ];
  for (const path of [
    '/formdata/api_blog_list.php',
    '/formdata/api_blog_show.php',
    '/covers/',
    '/covers/%2e%2e/x',
    '/covers/%00',
    '/%',
    '//',
    '/healthz/..',
  ]) {
    for (const query of queries) await expectCalm(await fetch(site.url + path + query), path + query);
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
    for (const path of PATHS) await expectCalm(await fetch(site.url + path, { method }), `${method} ${path}`);
  }
});

test('requests that are not HTTP are closed with a 400', async () => {
  const port = Number(new URL(site.url).port);
  for (const bytes of [
    '\0\0\0\r\n\r\n',
    'GET\r\n\r\n',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ]) {
    const text = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      socket.on('data', (chunk) => (received += chunk));
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
    });
    expect(text).not.toMatch(/^HTTP\/1\.1 [25]/);
  }
});

test('after all that it still works, and no prototype was changed', async () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  const answer = await site.post(
    '/save_modal_form.php',
    { name: 'N', email: 'ok@x.example', phone: '12345', message: 'm' },
    { 'idempotency-key': randomUUID() },
  );
  expect(answer.status).toBe(200);
  expect(site.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});
