import { randomUUID } from 'node:crypto';
import { SMTPServer } from 'smtp-server';
import { type Database, openDatabase } from '../src/db/database';
import { outboxTransport, smtpTransport } from '../src/mail/transport';
import { backoff, type MailWorker, startMailWorker } from '../src/mail/worker';
import { createTestDatabase, type TestDatabase } from './helpers/database';
import { COMPANY, until } from './helpers/site';

jest.setTimeout(60_000);

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = await openDatabase(
    { databaseUrl: own.url, databasePool: 4, dataDir: '/nonexistent' },
    'site',
    () => undefined,
  );
});
afterAll(async () => {
  await database.close();
  await own.close();
});
beforeEach(() => own.query('delete from mails'));

const queue = (email: string, age = '0 seconds') =>
  own.query(
    `insert into mails (id, submission_key, form, fields, email, created_at) values ($1, $2, 'modal', $3, $4, now() - $5::interval)`,
    [randomUUID(), randomUUID(), JSON.stringify({ name: 'N', email, phone: '12345', message: 'm' }), email, age],
  );
const states = () =>
  own.query<{ email: string; status: string; attempts: number; last_error: string | null }>(
    'select email, status, attempts, last_error from mails order by email',
  );

/** A mail server that refuses as long as it is told to. */
const startSmtp = async () => {
  const state = { refuse: true, taken: [] as string[], senders: new Set<string>() };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (from, _session, done) => {
      state.senders.add(from.address);
      done(state.refuse ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null);
    },
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        state.taken.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    state,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

const work = (transport: Parameters<typeof startMailWorker>[0]['transport']): MailWorker =>
  startMailWorker({
    db: database.db,
    transport,
    addresses: { from: COMPANY, to: COMPANY.email },
    onTrouble: () => undefined,
    onDelivered: () => undefined,
    pollMs: 10,
    waitFor: () => 10,
  });

test('a server that refuses is tried again until it takes the mail, once', async () => {
  const smtp = await startSmtp();
  await queue('visitor@x.example');
  const worker = work(smtpTransport(smtp.url));
  await until(async () => ((await states())[0]?.attempts ?? 0) >= 3);
  expect(await states()).toMatchObject([{ status: 'queued', last_error: expect.stringMatching(/Try later/) }]);
  smtp.state.refuse = false;
  await until(async () => (await states())[0]?.status === 'sent');
  expect(smtp.state.taken).toHaveLength(1);
  expect(smtp.state.taken[0]).toMatch(/^Reply-To: visitor@x\.example\r$/m);
  expect([...smtp.state.senders]).toEqual([COMPANY.email]);
  await worker.stop();
  await smtp.close();
});

test('after a day it is given up, and says why', async () => {
  await queue('late@x.example', '25 hours');
  const worker = work(smtpTransport('smtp://127.0.0.1:1'));
  await until(async () => (await states())[0]?.status === 'failed');
  expect((await states())[0]?.last_error).toMatch(/ECONNREFUSED/);
  await worker.stop();
});

test('two workers share a queue without delivering anything twice', async () => {
  for (let index = 0; index < 40; index += 1) await queue(`n${index}@x.example`);
  const delivered: string[] = [];
  const transport = { deliver: async (id: string) => void delivered.push(id), close: () => undefined };
  const workers = [work(transport), work(transport)];
  await until(async () => (await states()).every(({ status }) => status === 'sent'));
  expect(new Set(delivered).size).toBe(40);
  expect(delivered).toHaveLength(40);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('a mail that the server took is not delivered again because the database failed to note it', async () => {
  await queue('noted@x.example');
  let deliveries = 0;
  const transport = {
    deliver: async () => {
      deliveries += 1;
      await own.query(`alter table mails rename to mails_away`);
    },
    close: () => undefined,
  };
  const worker = work(transport);
  await until(async () => deliveries === 1);
  await own.query('alter table if exists mails_away rename to mails');
  await own.query('update mails set next_attempt_at = now()');
  await until(async () => (await states())[0]?.status === 'sent');
  expect(deliveries).toBe(1);
  await worker.stop();
});

test('an outbox that cannot be written keeps the mail queued', async () => {
  await queue('disk@x.example');
  const worker = work(outboxTransport('/dev/null/outbox'));
  await until(async () => ((await states())[0]?.attempts ?? 0) >= 2);
  expect((await states())[0]?.status).toBe('queued');
  await worker.stop();
});

test('waits grow from seconds to half an hour', () => {
  expect([1, 2, 3, 20].map((failures) => backoff(failures, 0.5))).toEqual([5000, 10_000, 20_000, 1_800_000]);
});
