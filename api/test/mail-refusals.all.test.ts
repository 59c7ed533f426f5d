import { smtpTransport } from '../src/mail/transport';
import { runWith } from './helpers/cli';
import { mailBench, refusing, startMailServer } from './helpers/mail-bench';
import { until } from './helpers/site';

jest.setTimeout(60_000);

const { bench, queue, queueReceipt, states, raised, work } = mailBench();

/** Refused part, a mail server's answer, and the fields of nodemailer's error. */
const REFUSALS: [string, string, object][] = [
  ['the sender', '550 5.1.0 <shop@x.example>: sender refused', { responseCode: 550, command: 'MAIL FROM' }],
  ['the owner’s own address', '550 5.1.1 No such user', { responseCode: 550, command: 'RCPT TO' }],
  ['relaying', '554 5.7.1 Relay access denied', { responseCode: 554, command: 'RCPT TO' }],
  ['the content', '554 5.2.252 SendAsDenied', { responseCode: 554, command: 'DATA' }],
  ['the password', '535 Authentication failed', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }],
  ['no encryption', 'Error upgrading connection with STARTTLS', { code: 'ETLS', command: 'STARTTLS' }],
  ['an unknown host', 'getaddrinfo ENOTFOUND mial.x.example', { code: 'EDNS', command: 'CONN' }],
  ['a certificate', 'self-signed certificate', { code: 'ESOCKET', command: 'CONN' }],
  ['the port of another protocol', '0A00010B:SSL routines:wrong version number', { code: 'ESOCKET', command: 'CONN' }],
];

describe('what the sender or the settings are to blame for', () => {
  test.each(REFUSALS)('stays queued and alarms at once: %s', async (_what, message, error) => {
    await queue('visitor@x.example');
    const transport = refusing(message, error);
    await work(transport);
    await until(async () => transport.tries >= 2);
    expect(await states()).toMatchObject([{ status: 'queued', last_error: message, fault: 'settings' }]);
    expect(await raised()).toEqual([
      { name: 'mail-settings', text: expect.stringMatching(/(settings|SMTP_URL) .*\(\S.*\): 1 mail waits/) },
    ]);
  });

  test('goes out when it is mended, and the alarm ends', async () => {
    await queue('visitor@x.example');
    let isMended = false;
    await work({
      deliver: async () => {
        if (!isMended) throw Object.assign(new Error('550 no'), { responseCode: 550, command: 'MAIL FROM' });
      },
      close: () => undefined,
    });
    await until(async () => (await raised()).length > 0);
    isMended = true;
    await until(async () => (await states())[0]?.status === 'sent');
    expect(await states()).toMatchObject([{ fault: null }]);
  });

  test('is not given up after a day', async () => {
    await queue('late@x.example', '29 days');
    const transport = refusing('550 no', { responseCode: 550, command: 'MAIL FROM' });
    await work(transport);
    await until(async () => transport.tries >= 2);
    expect(await states()).toMatchObject([{ status: 'queued' }]);
  });
});

test('an address whose words are those of a refused sender is the recipient’s fault all the same', async () => {
  await queueReceipt('relay@sender.example');
  await work(refusing('550 5.1.1 <relay@sender.example>: User unknown', { responseCode: 550, command: 'RCPT TO' }));
  await until(async () => (await states())[0]?.status === 'failed');
  expect(await states()).toMatchObject([{ fault: 'recipient' }]);
});

test.each([
  ['for what it says', '554 5.7.1 Message content rejected', { responseCode: 554, command: 'DATA' }],
  ['for now', '452 4.2.2 Mailbox full', { responseCode: 452, command: 'RCPT TO' }],
])('a mail that is refused %s can be given up by its id, so that the alarm ends', async (_why, answer, more) => {
  await queueReceipt('visitor@x.example');
  await queueReceipt('other@x.example');
  await work(refusing(answer, more));
  await until(async () => (await states()).every((mail) => mail.last_error));
  const [row] = await bench.own.query<{ id: string }>("select id from mails where email = 'visitor@x.example'");
  expect((await mails('retry', '--drop')).stdout).toBe('0 mails are given up for good.\n');
  expect((await mails('retry', row?.id ?? '', '--drop')).stdout).toBe('1 mail is given up for good.\n');
  expect(await states()).toMatchObject([
    { email: 'other@x.example', status: 'queued' },
    { email: 'visitor@x.example', status: 'failed' },
  ]);
});

test('an address that the server does not know is given up, with an alarm until somebody takes note', async () => {
  await queueReceipt('nobody@buyer.example');
  const transport = refusing('550 5.1.1 No such user here', { responseCode: 550, command: 'RCPT TO' });
  await work(transport);
  await until(async () => (await states())[0]?.status === 'failed');
  expect(transport.tries).toBe(1);
  await until(async () => (await raised()).length > 0);
  expect(await raised()).toEqual([
    { name: 'mail-given-up', text: expect.stringMatching(/^1 mail was given up \(550 5\.1\.1\)/) },
  ]);
  expect(JSON.stringify(await raised())).not.toContain('nobody@');
  expect((await mails('list')).stdout).toMatch(/GIVEN UP\s+1\s+550 5\.1\.1 No such user here/);
  expect((await mails('retry', '--drop')).stdout).toBe('1 mail is given up for good.\n');
  expect((await mails('retry', 'ffff', '--drop')).stderr).toBe(
    'No mail that was given up or is refused has the id ffff.\n',
  );
});

const mails = (...words: string[]) => runWith({ DATABASE_URL: bench.own.url, ...settings }, 'mails', ...words);
const settings: Record<string, string> = {};

/** Writes the company's facts as the office saves them. */
const companyMails = (from: string, to: string) =>
  bench.own.query(
    `insert into site_facts (name, version, value, by) values ('company', 1, $1, 'a test')
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify({ name: 'Own', email: 'hello@own.example', mail: { from, to } })],
  );

describe('npm run api -- mails test', () => {
  afterEach(() => {
    for (const name of Object.keys(settings)) delete settings[name];
  });

  test('sends the owner a mail past the queue and says that it was taken', async () => {
    const taken: string[] = [];
    const server = await startMailServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        stream.on('data', (chunk: Buffer) => taken.push(chunk.toString()));
        stream.on('end', () => done());
      },
    });
    settings.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    await companyMails('site@own.example', 'desk@own.example');
    const { code, stdout } = await mails('test');
    expect([code, stdout]).toEqual([0, 'The mail server took it: from site@own.example to desk@own.example.\n']);
    expect(taken.join('')).toMatch(/^Subject: Mail works/m);
    await server.close();
  });

  test('says what the mail server answers to a sender that it does not own', async () => {
    const server = await startMailServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onMailFrom: (_from, _session, done) => done(Object.assign(new Error('not yours'), { responseCode: 550 })),
    });
    settings.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    await companyMails('wrong@x.example', 'desk@own.example');
    const { code, stderr } = await mails('test');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The mail server refused the mail from wrong@x\.example to .*550 not yours/),
    ]);
    await server.close();
  });
});

describe('a password', () => {
  const start = async () => {
    const seen: string[] = [];
    const server = await startMailServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => {
        seen.push(password ?? '');
        done(null, { user: 'u' });
      },
    });
    return { seen, server };
  };
  const deliver = async (url: string, isPlain: boolean) => {
    const transport = smtpTransport(url, isPlain);
    try {
      await transport.deliver('1', { from: 'a@x.example', to: 'b@x.example', text: 'x' });
    } finally {
      transport.close();
    }
  };

  // An address that connects to this machine but is not one of its loopback names.
  const BEYOND = '0.0.0.0';

  test('is not sent unencrypted beyond this machine', async () => {
    const { seen, server } = await start();
    await expect(deliver(`smtp://u:secret@${BEYOND}:${server.port}`, false)).rejects.toThrow(/STARTTLS/);
    expect(seen).toEqual([]);
    await server.close();
  });

  test.each(['requireTLS=false', 'ignoreTLS=true', 'requireTLS=false&opportunisticTLS=true'])(
    'is not by a word in the address: %s',
    async (query) => {
      const { seen, server } = await start();
      await expect(deliver(`smtp://u:secret@${BEYOND}:${server.port}/?${query}`, false)).rejects.toThrow(/STARTTLS/);
      expect(seen).toEqual([]);
      await server.close();
    },
  );

  test('is where SMTP_PLAIN=1 says so, and on this machine', async () => {
    const { seen, server } = await start();
    await deliver(`smtp://u:secret@${BEYOND}:${server.port}`, true);
    await deliver(`smtp://u:secret@127.0.0.1:${server.port}`, false);
    expect(seen).toEqual(['secret', 'secret']);
    await server.close();
  });
});
