import { createHmac } from 'node:crypto';
import pg from 'pg';
import { officeOf, somebody } from './helpers/office';
import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ RATE_LIMIT_PER_MINUTE: '1000' });
});
afterAll(() => site.stop());
const { call } = officeOf(() => site);
const POST = {
  title: 'Linen at sea',
  excerpt: null,
  author: null,
  cover_path: null,
  status: 'published',
  publish_at: '2026-05-31T09:30',
  markdown: 'Salt.',
  meta_title: null,
  meta_description: null,
  meta_keywords: null,
};
const write = (method: string, address: string, more: object) =>
  call(method, address, { ...POST, ...more }, somebody('writer'));

test('of posts that take one address at once, one has it and the others hear whose it is', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => write('POST', '/posts', { slug: 'at-once' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  for (const { status, body } of answers)
    if (status === 409) expect(body.message).toContain('“Linen at sea” has the address /blog/at-once already');
  const others = await Promise.all(['two', 'three', 'four'].map((slug) => write('POST', '/posts', { slug })));
  const moved = await Promise.all(
    others.map(({ body: { id } }) => write('PUT', `/posts/${id}`, { slug: 'one-place', version: 1 })),
  );
  expect(moved.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test.each(['0001-01-01T00:00', '0000-01-01T00:00', '9999-12-31T23:59', '3000-01-01T00:00', '1899-12-31T23:59'])(
  'a post of %s is refused in words',
  async (publishAt) => {
    const { status, body } = await write('POST', '/posts', { slug: 'far', publish_at: publishAt });
    expect([status, body.message]).toEqual([422, 'This is not a day and hour from 1900 to 2999.']);
  },
);

test.each(['/enquiries', '/posts', '/enrolments'])('a NUL in a search of %s is refused in words', async (list) => {
  const { status, body } = await call('GET', `${list}?q=%00`, undefined, somebody('owner'));
  expect([status, body.message]).toEqual([400, expect.stringContaining('Nothing can be found')]);
});

test('a NUL elsewhere is a fault of what was sent, not of ours', async () => {
  const { status, body } = await call('GET', '/enquiries?assignee=a%00b', undefined, somebody('owner'));
  expect([status, body.message]).toEqual([400, expect.stringContaining('could not be read')]);
});

test.each([
  ['a receipt', { order: { entity: { id: 'order_a', receipt: 'r\u0000' } } }],
  ['an order', { order: { entity: { id: 'order_\u0000' } } }],
  ['a payment', {}],
])('a webhook with a NUL in %s is kept', async (_what, more) => {
  const entity = { id: 'pay_\u0000x', order_id: 'order_\u0000x', status: 'captured', amount: 100, currency: 'INR' };
  const body = JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity }, ...more },
  });
  const { webhookSecrets } = site.context.config.payment;
  const signature = createHmac('sha256', webhookSecrets[0] ?? '')
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
  const answer = await fetch(`${site.url}/webhooks/payment`, { method: 'POST', headers, body });
  expect([answer.status, (await answer.json()).success]).toEqual([200, true]);
});

test.each(['enquiries', 'limiter.counts', 'posts'])(
  'the blog does not wait for %s, which somebody has locked',
  async (table) => {
    const other = new pg.Client({ connectionString: site.database.url });
    await other.connect();
    await other.query('begin');
    await other.query(`lock table ${table} in access exclusive mode`);
    const person = { name: 'Asha', email: 'asha@x.example', phone: '98400 01973', subject: 's' };
    // Each is a transaction of its own, so that together they hold every connection that writes.
    const waiting = Array.from({ length: 40 }, (_, n) =>
      fetch(`${site.url}/save_form.php`, {
        method: 'POST',
        body: new URLSearchParams({ ...person, message: `${table} ${n}` }),
        redirect: 'manual',
      }),
    );
    const { pool } = site.context.database;
    await until(async () => table !== 'enquiries' || pool.waitingCount > 0);
    const began = performance.now();
    const { status } = await fetch(`${site.url}/formdata/api_blog_list.php`);
    expect(status).toBe(table === 'posts' ? 503 : 200);
    expect(performance.now() - began).toBeLessThan(table === 'posts' ? 4000 : 1500);
    await other.query('rollback');
    await other.end();
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  },
);
