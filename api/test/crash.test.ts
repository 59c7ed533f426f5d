import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../src/db/embedded';
import { type FakeProvider, KEY_ID, KEY_SECRET, sign, startProvider, WEBHOOK_SECRET } from './helpers/provider';
import { freePort, type ServerProcess, startServer, whenReady } from './helpers/server-process';
import { until } from './helpers/site';

/** CRASH_ROUNDS=20 is the full proof; its result is in README.md. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3);
const VISITORS = 8;
jest.setTimeout(150_000 + ROUNDS * 30_000);

let base: string;
let dataDir: string;
let provider: FakeProvider;
let port: string;
let server: ServerProcess;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-crash-'));
  await chmod(base, 0o755);
  dataDir = path.join(base, 'var');
  provider = await startProvider();
  port = String(await freePort());
});
afterAll(async () => {
  going = false;
  await server.stop();
  await provider.close();
  // A PostgreSQL that is still writing its last words may put a file where one was just removed.
  await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

const start = async (): Promise<void> => {
  server = await startServer(dataDir, {
    API_PORT: port,
    PAYMENT_API_ORIGIN: provider.url,
    PAYMENT_KEY_ID: KEY_ID,
    PAYMENT_KEY_SECRET: KEY_SECRET,
    PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  await whenReady(server);
};

/** Kills without warning: nobody gets to flush or to say goodbye. */
const KILLS = {
  api: () => server.kill(),
  postgres: async () => {
    const pid = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0];
    process.kill(Number(pid), 'SIGKILL');
  },
  both: async () => {
    await KILLS.postgres();
    await server.kill();
  },
};

/** Everything that was acknowledged: e-mail addresses of enquiries and mails, and ids of orders. */
const acknowledged = {
  saved: new Set<string>(),
  mailed: new Set<string>(),
  ordered: new Set<string>(),
  enrolled: new Set<string>(),
  paid: new Set<string>(),
};
let answers = 0;
let going = true;

/** Sends until it is acknowledged, as a patient visitor does: with the same id. */
const insist = async (path: string, init: RequestInit, fine: number): Promise<Response | undefined> => {
  while (going) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      redirect: 'manual',
      ...init,
    }).catch(() => undefined);
    if (answer?.status === fine) {
      answers += 1;
      return answer;
    }
    if (answer && answer.status !== 503 && answer.status !== 502)
      throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return undefined;
};

const SERVICE = { user_id: 'local_public_key', service_id: 'local_service', template_id: 'template_modal' };

const ACTS = {
  scripted: async (email: string, id: string) => {
    const fields = { name: 'Visitor', email, phone: '12345', message: 'Two\nlines' };
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...SERVICE, submission_id: id })) form.append(name, value);
    if (await insist('/api/v1.0/email/send-form', { body: form }, 200)) acknowledged.mailed.add(email);
    const headers = { 'content-type': 'application/json', 'idempotency-key': id };
    if (await insist('/save_modal_form.php', { body: JSON.stringify(fields), headers }, 200))
      acknowledged.saved.add(email);
  },
  plain: async (email: string, id: string) => {
    const body = new URLSearchParams({
      name: 'Visitor',
      email,
      phone: '12345',
      subject: 'S',
      message: 'm',
      submission_id: id,
    });
    if (!(await insist('/save_form.php', { body, headers: { accept: 'text/html' } }, 303))) return;
    acknowledged.saved.add(email);
    acknowledged.mailed.add(email);
  },
  order: async (_email: string, id: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': id };
    const answer = await insist('/create_order.php', { body: '{"amount":5000000}', headers }, 200);
    if (answer) acknowledged.ordered.add((await answer.json()).id);
  },
  enrolment: async (email: string, id: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': id };
    const body = JSON.stringify({ name: 'Visitor', email, phone: '12345', course: 'online' });
    const enrolled = await insist('/enrolments', { body, headers }, 200);
    if (!enrolled) return;
    acknowledged.enrolled.add(email);
    const tied = { ...headers, 'enrolment-id': (await enrolled.json()).id };
    const answer = await insist('/create_order.php', { body: '{"amount":5000000}', headers: tied }, 200);
    if (!answer) return;
    const order = (await answer.json()).id;
    acknowledged.ordered.add(order);
    const entity = { id: `pay_${id}`, order_id: order, status: 'captured', amount: 5_000_000, currency: 'INR' };
    const event = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
    const signed = { 'x-razorpay-event-id': `evt_${id}`, 'x-razorpay-signature': sign(event, WEBHOOK_SECRET) };
    if (await insist('/webhooks/payment', { body: event, headers: signed }, 200)) acknowledged.paid.add(email);
  },
};

const visit = async (): Promise<void> => {
  const acts = Object.values(ACTS);
  while (going) {
    const id = randomUUID();
    await acts[randomInt(acts.length)]?.(`${id}@visitor.example`, id);
  }
};

/** How often each value stands in a list. */
const tally = (values: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};
const missing = (wanted: ReadonlySet<string>, found: Map<string, number>): string[] =>
  [...wanted].filter((value) => found.get(value) !== 1);

test(`${ROUNDS} kills under load: whatever was acknowledged is there, once`, async () => {
  await start();
  let trouble: unknown;
  const visitors = Array.from({ length: VISITORS }, () =>
    visit().catch((error: unknown) => {
      trouble = error;
    }),
  );
  const answered = (goal: number) =>
    until(async () => {
      if (trouble) throw trouble;
      return answers >= goal;
    });
  const kinds = ['api', 'postgres', 'both'] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    await answered(answers + randomInt(10, 60));
    const kind = kinds[round % kinds.length] ?? 'api';
    await KILLS[kind]();
    if (kind !== 'postgres') await start();
  }
  await answered(answers + 20);
  going = false;
  await Promise.all(visitors);
  // A start ends the leases of mails that were under way.
  await server.stop();
  await start();

  const embedded = await openEmbedded(dataDir, 'command', () => undefined);
  const client = new pg.Client(embedded.connection);
  await client.connect();
  const column = async (query: string): Promise<string[]> =>
    (await client.query<{ value: string }>(query)).rows.map(({ value }) => value);
  // Jobs of killed processes go to others after 30 s of silence.
  const JOBS_MOVE_ON_MS = 90_000;
  const waiting = () => column(`select id::text as value from mails where status <> 'sent'`);
  await until(async () => (await waiting()).length === 0, JOBS_MOVE_ON_MS);

  const saved = tally(await column('select email as value from enquiries'));
  const mailed = tally(await column('select email as value from mails where form is not null'));
  const ordered = tally(
    await column('select provider_order_id as value from orders where provider_order_id is not null'),
  );
  const enrolled = tally(await column('select email as value from enrolments'));
  const paid = tally(
    await column(
      `select e.email as value from enrolments e join orders o on o.enrolment_id = e.id where o.status = 'paid'`,
    ),
  );
  const outbox = await readdir(path.join(dataDir, 'outbox'));
  const texts = await Promise.all(
    outbox.filter((name) => name.endsWith('.eml')).map((name) => readFile(path.join(dataDir, 'outbox', name), 'utf8')),
  );
  const addressees = (header: RegExp, of: (text: string) => boolean): Map<string, number> =>
    tally(texts.filter(of).map((text) => header.exec(text)?.[1] ?? ''));
  const isAbout = (subject: string) => (text: string) => text.includes(`\nSubject: ${subject}`);
  const receipts = addressees(/^To: (\S+)/m, isAbout('Receipt'));
  const tellings = addressees(/^Reply-To: (\S+)/m, isAbout('Paid'));
  const delivered = addressees(/^Reply-To: (\S+)/m, (text) => !isAbout('Receipt')(text) && !isAbout('Paid')(text));
  await client.end();
  await embedded.close();

  expect(missing(acknowledged.saved, saved)).toEqual([]);
  expect(missing(acknowledged.mailed, mailed)).toEqual([]);
  expect(missing(acknowledged.mailed, delivered)).toEqual([]);
  expect(missing(acknowledged.ordered, ordered)).toEqual([]);
  expect(missing(acknowledged.enrolled, enrolled)).toEqual([]);
  for (const told of [paid, receipts, tellings]) expect(missing(acknowledged.paid, told)).toEqual([]);
  // Nothing stands twice either, acknowledged or not.
  const made = tally(provider.orders.map(({ receipt }) => receipt));
  for (const counts of [saved, mailed, delivered, ordered, made, enrolled, paid, receipts, tellings]) {
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  }
  const { saved: leads, mailed: mails, ordered: orders, paid: payments } = acknowledged;
  process.stdout.write(
    `${ROUNDS} kills: ${leads.size} leads, ${mails.size} mails, ${orders.size} orders and ${payments.size} payments with their receipts were acknowledged; all are there, once.\n`,
  );
});
