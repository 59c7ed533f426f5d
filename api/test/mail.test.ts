import { createServer } from 'node:http';
import { listen } from '@wholepage/tooling/spawn';
import { createAlarms } from '../src/alarms/alarms';
import { checkMails, mailBacklog } from '../src/mail/queue';
import { outboxTransport, smtpTransport } from '../src/mail/transport';
import { mailBench, refusing, startMailServer } from './helpers/mail-bench';
import { COMPANY, until } from './helpers/site';

jest.setTimeout(60_000);

const { bench, hurry, queue, queueReceipt, raised, states, work } = mailBench();
/** Postfix's default answer to an unknown sender. */
const SENDER_UNKNOWN = { responseCode: 450, command: 'RCPT TO' };
const own = { query: <T extends object>(text: string, values?: unknown[]) => bench.own.query<T>(text, values) };

/** A mail server that refuses on demand. */
const startSmtp = async () => {
  const state = { refuse: true, taken: [] as string[], senders: new Set<string>() };
  const server = await startMailServer({
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
  return { state, url: `smtp://127.0.0.1:${server.port}`, close: server.close };
};

test('a server that refuses is tried again until it takes the mail, once', async () => {
  const smtp = await startSmtp();
  await queue('visitor@x.example');
  const transport = smtpTransport(smtp.url);
  await work(transport);
  await until(async () => {
    await hurry();
    return ((await states())[0]?.attempts ?? 0) >= 3;
  });
  expect(await states()).toMatchObject([{ status: 'queued', last_error: expect.stringMatching(/Try later/) }]);
  // A clock that was a day ahead leaves such a time behind.
  const ahead = "update mails set next_attempt_at = now() + interval '1 day' where lease is null returning id";
  await until(async () => (await own.query(ahead)).length > 0);
  smtp.state.refuse = false;
  await until(async () => {
    await hurry();
    return (await states())[0]?.status === 'sent';
  });
  expect(smtp.state.taken).toHaveLength(1);
  expect(smtp.state.taken[0]).toMatch(/^Reply-To: visitor@x\.example\r$/m);
  // By the queue's id a mail server drops a mail that comes again because its answer was lost.
  const [mail] = await own.query<{ id: string }>('select id from mails');
  expect(smtp.state.taken[0]).toMatch(new RegExp(`^Message-ID: <${mail?.id}@`, 'm'));
  expect([...smtp.state.senders]).toEqual([COMPANY.email]);
  transport.close();
  await smtp.close();
});

test("after five days a mail that the buyer's server takes no longer is given up, and says why", async () => {
  await queueReceipt('full@buyer.example', '121 hours');
  await work(refusing('452 4.2.2 Mailbox full', { responseCode: 452, command: 'RCPT TO' }));
  await until(async () => (await states())[0]?.status === 'failed');
  expect(await states()).toMatchObject([{ last_error: expect.stringMatching(/Mailbox full/), fault: null }]);
});

describe('a server that is away, or takes nothing from this site for now', () => {
  test.each([
    ['a wrong port of SMTP_URL', () => smtpTransport('smtp://127.0.0.1:1'), /ECONNREFUSED/],
    ['a host that does not answer', () => refusing('Greeting never received', { code: 'ETIMEDOUT' }), /never/],
    ['a sender whose domain is unknown', () => refusing('450 4.1.8 Domain not found', SENDER_UNKNOWN), /4\.1\.8/],
    ['a busy server', () => refusing('421 busy', { code: 'EPROTOCOL', responseCode: 421, command: 'CONN' }), /421/],
  ])('keeps its mails for 30 days: %s', async (_what, transportOf, why) => {
    await queue('late@x.example', '29 days');
    await queueReceipt('buyer@buyer.example', '29 days');
    await queue('lost@x.example', '31 days');
    const transport = transportOf();
    await work(transport);
    await until(async () => (await states()).every(({ last_error }) => last_error !== null));
    expect(await states()).toMatchObject([
      { email: 'buyer@buyer.example', status: 'queued', fault: 'server', last_error: expect.stringMatching(why) },
      { email: 'late@x.example', status: 'queued', fault: 'server' },
      { email: 'lost@x.example', status: 'failed' },
    ]);
    transport.close();
  });

  test('differs in the alarm, the list of leads and the numbers', async () => {
    await queue('late@x.example', '20 minutes');
    const transport = smtpTransport('smtp://127.0.0.1:1');
    await work(transport);
    await until(async () => (await states())[0]?.fault === 'server');
    expect(await mailBacklog(bench.database.db)).toMatchObject({ waiting: 1, serverAway: 1, settingsRefused: 0 });
    const { db } = bench.database;
    await checkMails(db, createAlarms({ db, alertUrl: undefined, onAlarm: () => undefined }));
    expect(await raised()).toEqual([
      { name: 'mail-queue', text: expect.stringMatching(/^1 mail has not been sent.*\(ECONNREFUSED\).*SMTP_URL/) },
    ]);
    transport.close();
  });
});

test('two processes share a queue without delivering anything twice, however slow the server is', async () => {
  for (let index = 0; index < 12; index += 1) await queue(`n${index}@x.example`);
  const delivered: string[] = [];
  const open: (() => void)[] = [];
  const transport = {
    deliver: (id: string) =>
      new Promise<void>((resolve) => {
        delivered.push(id);
        open.push(resolve);
      }),
    close: () => undefined,
  };
  await Promise.all([work(transport), work(transport)]);
  await until(async () => delivered.length === 8);
  // Leases without a heartbeat would have expired; running deliveries renew these.
  await own.query(`update mails set next_attempt_at = now() - interval '1 minute' where lease is not null`);
  await until(async () => {
    const held = await own.query(`select 1 from mails where lease is not null and next_attempt_at > now()`);
    return held.length === 8;
  });
  await until(async () => {
    for (const finish of open.splice(0)) finish();
    return (await states()).every(({ status }) => status === 'sent');
  });
  expect(new Set(delivered).size).toBe(12);
  expect(delivered).toHaveLength(12);
});

test.each([
  ['given up by a person', "status = 'failed', seen_at = now(), lease = null", 'failed'],
  ['sent by another process, because this one stood still', "status = 'sent', lease = null", 'sent'],
])('a delivery that fails in the end changes nothing of a mail that was meanwhile %s', async (_how, set, status) => {
  await queue('meanwhile@x.example');
  let refuse: (reason: Error) => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    const deliver = () =>
      new Promise<void>((_taken, reject) => {
        refuse = reject;
        resolve();
      });
    void work({ deliver, close: () => undefined });
  });
  await begun;
  await own.query(`update mails set ${set}`);
  refuse(Object.assign(new Error('421 busy'), { responseCode: 421, command: 'CONN' }));
  await until(async () => {
    await hurry();
    const open = await own.query("select 1 from jobs.job where name = 'mail' and state < 'completed'");
    return open.length === 0;
  });
  expect(await states()).toMatchObject([{ status, attempts: 1 }]);
});

test('an alarm is sent once while the oldest mail is older than 15 minutes, and cleared after', async () => {
  const notices: unknown[] = [];
  const chat = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    notices.push(JSON.parse(text));
    response.end();
  });
  const { port, stop } = await listen(chat);
  const logged: string[] = [];
  const alarms = createAlarms({
    db: bench.database.db,
    alertUrl: `http://127.0.0.1:${port}/hook`,
    onAlarm: (text) => void logged.push(text),
  });
  const check = () => checkMails(bench.database.db, alarms);
  const raised = () => own.query('select name from alarms');

  await queue('young@x.example', '14 minutes');
  await check();
  expect(await raised()).toEqual([]);
  await queue('old@x.example', '16 minutes');
  await check();
  await check();
  expect(notices).toEqual([
    { alarm: 'mail-queue', text: expect.stringMatching(/^2 mails have not been sent, the oldest for 16 minutes/) },
  ]);
  expect(logged).toHaveLength(2);
  await own.query("update alarms set told_at = now() + interval '1 day'");
  await check();
  expect(notices).toHaveLength(2);
  expect(await raised()).toEqual([{ name: 'mail-queue' }]);
  await own.query('delete from mails');
  await check();
  expect(await raised()).toEqual([]);
  await stop();
});

test('a mail that the server took is not delivered again because the database failed to note it', async () => {
  await queue('noted@x.example');
  const [mail] = await own.query<{ id: string }>('select id from mails');
  let deliveries = 0;
  const transport = {
    deliver: async () => {
      deliveries += 1;
      await own.query(`alter table mails rename to mails_away`);
    },
    close: () => undefined,
  };
  await work(transport);
  // The retry of a failed job records the delivery.
  await until(async () => {
    const failed = `select 1 from jobs.job where data->>'mailId' = $1 and retry_count > 0`;
    return (await own.query(failed, [mail?.id])).length > 0;
  });
  await own.query('alter table mails_away rename to mails');
  await own.query('update mails set next_attempt_at = now()');
  await until(async () => {
    await hurry();
    return (await states())[0]?.status === 'sent';
  });
  expect(deliveries).toBe(1);
});

test('an outbox that cannot be written keeps the mail queued', async () => {
  await queue('disk@x.example');
  await work(outboxTransport('/dev/null/outbox'));
  await until(async () => {
    await hurry();
    return ((await states())[0]?.attempts ?? 0) >= 2;
  });
  expect((await states())[0]?.status).toBe('queued');
});
