import { sql } from 'drizzle-orm';
import { startSite, type TestSite, until } from './helpers/site';

const FORM = new URLSearchParams({
  name: 'Anna',
  email: 'anna@example.com',
  phone: '+91 98400 00000',
  message: 'Two hundred aprons',
}).toString();

let web: TestSite;
beforeAll(async () => {
  web = await startSite({ API_ROLE: 'web' });
});
afterAll(() => web.stop());

test('an API that answers calls alone leaves a mail to the process that works', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const saved = await fetch(`${web.url}/save_modal_form.php`, { method: 'POST', headers, body: FORM });
  expect(saved.status).toBe(200);
  const jobs = await startSite({ API_ROLE: 'jobs', DATABASE_URL: web.database.url });
  try {
    await until(async () => (await jobs.outbox()).length === 1);
    expect(await web.outbox()).toEqual([]);
  } finally {
    await jobs.stop();
  }
});

test('a process that works alone takes no calls', async () => {
  const jobs = await startSite({ API_ROLE: 'jobs', DATABASE_URL: web.database.url });
  try {
    await until(async () => (await fetch(`${jobs.url}/readyz`)).ok);
    expect((await fetch(`${jobs.url}/formdata/api_blog_list.php`)).status).toBe(404);
  } finally {
    await jobs.stop();
  }
});

test('an API that answers calls alone puts nothing on the schedule', async () => {
  const fresh = await startSite({ API_ROLE: 'web' });
  try {
    const { rows } = await fresh.context.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from jobs.schedule`,
    );
    expect(rows[0]?.n).toBe(0);
  } finally {
    await fresh.stop();
  }
});
