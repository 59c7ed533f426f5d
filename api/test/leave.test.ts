import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { runCli } from './helpers/cli';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { until } from './helpers/site';

/** What "Export everything" in docs/runbook/rotate-keys.md names; all at once is put back in backup.test.ts. */
let shop: Shop;
let folder: string;
beforeAll(async () => {
  [shop, folder] = [await startShop(), await mkdtemp(path.join(os.tmpdir(), 'api-leave-'))];
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

const { order, statusOf, hook, event, payment } = callsOf(() => shop);
const run = async (...words: string[]): Promise<void> => {
  const { code, stderr } = await runCli(shop.site, ...words);
  if (code !== 0) throw new Error(stderr);
};

test('enquiries and files leave as they came in', async () => {
  const sent = { name: 'Ravi "R" Ümit', email: 'ravi@x.example', phone: '98400 11111', message: 'Two,\nlines; தமிழ்' };
  await shop.site.post('/save_modal_form.php', sent);
  const pdf = `%PDF-1.7\n${sent.email}\n%%EOF`;
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: 'Uma', number: '98400', email: 'uma@x.example' }))
    form.append(name, value);
  form.append('inspirations[]', new Blob([pdf], { type: 'application/pdf' }), 'idea.pdf');
  await fetch(`${shop.site.url}/save_inspiration.php`, { method: 'POST', body: form });
  await until(async () => (await shop.site.outbox()).length > 0);

  const file = path.join(folder, 'leads.csv');
  const copies = path.join(folder, 'files');
  await run('leads', 'export', '--out', file, '--files', copies);
  const rows: Record<string, string>[] = parse(await readFile(file), { bom: true, columns: true });
  expect(rows).toMatchObject([sent, { name: 'Uma', email: 'uma@x.example', files: '1' }]);

  const [copy = ''] = await readdir(copies);
  expect(copy.startsWith(rows[1]?.id?.slice(0, 8) ?? '-')).toBe(true);
  expect(await readFile(path.join(copies, copy), 'utf8')).toBe(pdf);
});

test('enrolments, orders and what was paid leave with their ties', async () => {
  const who = { name: 'Meena', email: 'meena@x.example', phone: '98400 22222' };
  const enrolled = await (await shop.site.post('/enrolments', { ...who, course: 'online' })).json();
  const { body } = await order(5_000_000, { 'enrolment-id': enrolled.id });
  const paid = payment(body.id, 'captured', `pay_${body.id}`, { captured: true });
  await hook(event('payment.captured', { payment: { entity: paid } }));
  expect(await statusOf(body.id)).toBe('paid');

  const file = path.join(folder, 'site.gz');
  await run('backup', file);
  const lines: { kind: string; table: string; rows: string[] }[] = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const rowsOf = (table: string) =>
    lines
      .filter((line) => line.kind === 'rows' && line.table === table)
      .flatMap(({ rows }) => rows.map((row) => JSON.parse(row)));
  expect(rowsOf('enrolments')).toMatchObject([{ ...who, id: enrolled.id }]);
  const [left] = rowsOf('orders');
  expect(left).toMatchObject({
    provider_order_id: body.id,
    enrolment_id: enrolled.id,
    status: 'paid',
    amount: 5_000_000,
  });
  expect(rowsOf('payments')).toMatchObject([{ id: paid.id, order_id: left.id, status: 'captured', amount: 5_000_000 }]);
});
