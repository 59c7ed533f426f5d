import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ENROLMENTS } from '../src/cli/enrolments/commands';
import { LEADS } from '../src/cli/leads/commands';
import { ORDERS } from '../src/cli/orders/commands';
import type { Commands } from '../src/cli/support/command';
import { runCli } from './helpers/cli';
import { readCsv } from './helpers/csv';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { until } from './helpers/site';

/** What "Leave" in docs/runbook/rotate-keys.md names; posts are taken back in cli.test.ts, all at once in backup.test.ts. */
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
const out = async (program: string, commands: Commands, ...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runCli(program, commands, shop.site, words);
  if (code !== 0) throw new Error(stderr);
  return stdout;
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
  await out('leads', LEADS, 'export', '--csv', '--out', file);
  const rows = readCsv(await readFile(file, 'utf8'));
  expect(rows).toMatchObject([sent, { name: 'Uma', email: 'uma@x.example', files: '1' }]);

  const copies = path.join(folder, 'files');
  await out('leads', LEADS, 'files', '--out', copies);
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

  const file = path.join(folder, 'enrolments.csv');
  await out('enrolments', ENROLMENTS, 'export', '--csv', '--out', file);
  const expected = { ...who, id: enrolled.id, amount: '50000', payment_id: paid.id, provider_order_id: body.id };
  expect(readCsv(await readFile(file, 'utf8'))).toMatchObject([{ ...expected, status: 'paid' }]);
  const orders = (await out('orders', ORDERS, 'list', '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(orders).toMatchObject([{ providerOrderId: body.id, status: 'paid', amount: 5_000_000 }]);
  const whole = JSON.parse(await out('orders', ORDERS, 'show', orders[0].id, '--json'));
  expect(JSON.stringify(whole)).toContain(paid.id);
});
