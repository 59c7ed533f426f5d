import { startSite, type TestSite, until } from './helpers/site';

let site: TestSite;
afterEach(() => site.stop());

/** As after a failover: the sessions that are there end, and new ones cannot write. */
const failOver = async (): Promise<void> => {
  const name = new URL(site.database.url).pathname.slice(1);
  await site.database.query(`alter database ${name} set default_transaction_read_only = on`);
  await site.database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
};
const FORM = { name: 'Meera', email: 'm@x.example', phone: '98400 01973', message: 'Forty shirts, please.' };

test('a database that became read-only says 503, and what was typed is kept', async () => {
  site = await startSite();
  await until(async () => (await fetch(`${site.url}/readyz`)).ok);
  await failOver();
  const ready = await until(async () => {
    const answer = await fetch(`${site.url}/readyz`);
    return answer.status === 503 && answer;
  });
  expect(await ready.json()).toEqual({ ok: false, reason: 'the database cannot be written' });
  const saved = await until(async () => {
    const answer = await site.post('/save_modal_form.php', FORM);
    return answer.status !== 500 && answer;
  });
  expect([saved.status, saved.headers.get('retry-after')]).toEqual([503, '5']);
  const page = await fetch(`${site.url}/save_modal_form.php`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(FORM),
  });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('Forty shirts, please.');
});
