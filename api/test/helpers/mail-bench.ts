import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { type Alarms, createAlarms } from '../../src/alarms/alarms';
import { type Database, openDatabase } from '../../src/db/database';
import { folderFiles } from '../../src/files/file-store';
import { type JobRunner, openJobs } from '../../src/jobs/runner';
import { mailQueue, sweepMails } from '../../src/mail/queue';
import type { MailTransport } from '../../src/mail/transport';
import { createMetrics } from '../../src/metrics';
import { COMPANY } from './site';
import { SITE_TABLES } from './site-tables';

const mail = { from: COMPANY.email, to: COMPANY.email };

/** The mail queue on a database of its own, without the rest of the site. */
export interface MailBench {
  own: TestDatabase;
  database: Database;
}

/** The bench of a test file. Each test starts with an empty queue; its processes are stopped after it. */
export function mailBench() {
  const bench = {} as MailBench;
  const running: JobRunner[] = [];
  beforeAll(async () => {
    bench.own = await createTestDatabase(SITE_TABLES);
    bench.database = await openDatabase(
      { databaseUrl: bench.own.url, databasePool: 4, dataDir: '/nonexistent' },
      'site',
      () => undefined,
    );
    await bench.own.query('insert into installation (id) values ($1)', [randomUUID()]);
  });
  afterAll(async () => {
    await bench.database.close();
    await bench.own.close();
  });
  beforeEach(async () => {
    await bench.own.query('delete from mails');
    await bench.own.query('delete from alarms');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((runner) => runner.stop()));
  });

  /** Queues a form's mail to the owner. */
  const queue = (email: string, age = '0 seconds') =>
    bench.own.query(
      `insert into mails (id, submission_key, form, fields, email, created_at, queued_at) values ($1, $2, 'modal', $3, $4, now() - $5::interval, now() - $5::interval)`,
      [randomUUID(), randomUUID(), JSON.stringify({ name: 'N', email, phone: '12345', message: 'm' }), email, age],
    );
  /** Queues a mail to a buyer. */
  const queueReceipt = (email: string, age = '0 seconds') =>
    bench.own.query(
      `insert into mails (id, submission_key, message, email, queued_at) values ($1, $2, $3, $4, now() - $5::interval)`,
      [randomUUID(), randomUUID(), JSON.stringify({ to: email, subject: 'Receipt', text: 'Thank you.' }), email, age],
    );
  const states = () =>
    bench.own.query<{
      email: string;
      status: string;
      attempts: number;
      last_error: string | null;
      fault: string | null;
    }>('select email, status, attempts, last_error, fault from mails order by email');
  const alarms = (): Alarms => createAlarms({ db: bench.database.db, alertUrl: undefined, onAlarm: () => undefined });
  const raised = () => bench.own.query<{ name: string; text: string }>('select name, text from alarms order by name');

  /** Starts a process that delivers mails. */
  const work = async (transport: MailTransport): Promise<void> => {
    const jobs = await openJobs({ database: bench.database, onTrouble: () => undefined });
    running.push(jobs);
    const mails = mailQueue({
      db: bench.database.db,
      files: folderFiles('/nonexistent'),
      transport,
      owner: async () => ({ ...COMPANY, address: [], phones: [], mail, officeOrigin: '' }),
      onTrouble: () => undefined,
      metrics: createMetrics(),
      alarms: alarms(),
      retryDelaySeconds: 0,
      beatMs: 20,
    });
    await jobs.work([mails], []);
    await sweepMails(bench.database.db, jobs, mails);
    jobs.wake(mails.name);
  };
  /** Makes failed jobs due at once, without the growing pause between retries. */
  const hurry = async (): Promise<void> => {
    await bench.own.query("update jobs.job set start_after = now() where state = 'retry'");
    for (const jobs of running) jobs.wake('mail');
  };
  return { bench, queue, queueReceipt, states, raised, work, hurry };
}

/** A transport that refuses every mail with an error like nodemailer's. */
export const refusing = (message: string, more: object): MailTransport & { tries: number } => {
  const transport = {
    tries: 0,
    deliver: async () => {
      transport.tries += 1;
      throw Object.assign(new Error(message), more);
    },
    close: () => undefined,
  };
  return transport;
};

/** Starts a mail server on this machine. */
export async function startMailServer(options: SMTPServerOptions) {
  const server = new SMTPServer({ authOptional: true, ...options });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
