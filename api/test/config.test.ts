import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../src/errors';
import { ownerSource } from '../src/mail/transport';
import { readConfig, requireProductionSettings } from '../src/settings/config';
import { MAIL_TEMPLATES } from '../wire/forms';
import { officeSecret } from '../wire/office/caller';

test('nothing has to be set', () => {
  expect(readConfig({})).toMatchObject({
    port: 3100,
    privatePort: 3110,
    dataDir: expect.stringMatching(/\/var$/),
    databaseUrl: undefined,
    smtpUrl: undefined,
    rateLimitPerMinute: 10,
    trustProxy: ['loopback'],
    siteOrigins: ['http://localhost:3000'],
    emailjs: {
      publicKey: 'local_public_key',
      serviceId: 'local_service',
      templates: { home: 'template_home', modal: 'template_modal', contact: 'template_contact' },
    },
    payment: {
      origin: 'http://localhost:3200',
      keyId: 'rzp_test_sandbox',
      keySecret: 'sandbox_secret',
      webhookSecrets: ['sandbox_webhook_secret'],
      timeoutMs: 5000,
    },
  });
});

test('settings.md names the setting of each template', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/settings.md'), 'utf8');
  const names = MAIL_TEMPLATES.map((name) => name.toUpperCase());
  expect(page).toContain(`\`EMAILJS_TEMPLATE_{${names.join()}}\``);
});

test('an empty variable is one that is not set', () => {
  expect(readConfig({ API_PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('ports of a site elsewhere are followed', () => {
  expect(readConfig({ API_PORT: '4100' }).privatePort).toBe(4110);
  expect(readConfig({ API_PORT: '4100', API_PRIVATE_PORT: '0' }).privatePort).toBe(0);
  const config = readConfig({ PORT: '4000', PAYMENT_SANDBOX_PORT: '4200' });
  expect(config.siteOrigins).toContain('http://localhost:4000');
  expect(config.payment.origin).toBe('http://localhost:4200');
});

test('posts come from the site and from previews', () => {
  const named = { SITE_ORIGIN: 'https://www.example.com/', PREVIEW_ORIGIN: 'https://previews.example.com' };
  expect(readConfig(named).siteOrigins).toEqual(['https://www.example.com', 'https://previews.example.com']);
});

test.each([
  ['API_PORT', 'abc', 'The setting API_PORT must be a number.'],
  ['API_PORT', '70000', 'The setting API_PORT must be at most 65535.'],
  [
    'DATABASE_URL',
    'mysql://x',
    'The setting DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
  ],
  ['SMTP_URL', 'mail.example', 'The setting SMTP_URL must be an address such as smtp://user:password@host:587.'],
  ['RATE_LIMIT_PER_MINUTE', '0', 'The setting RATE_LIMIT_PER_MINUTE must be at least 1.'],
  ['LOG_LEVEL', 'loud', 'The setting LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  ['SITE_ORIGIN', 'example.com', 'The setting SITE_ORIGIN must be an address such as https://api.example.com.'],
  [
    'TRUST_PROXY',
    'everyone',
    'The setting TRUST_PROXY must be "none", or a list of addresses, networks and the word loopback.',
  ],
  [
    'TRUST_PROXY',
    '10.0.0.0/33',
    'The setting TRUST_PROXY must be "none", or a list of addresses, networks and the word loopback.',
  ],
  ...['0.0.0.0/0', 'loopback, ::/0'].map((value): [string, string, string] => [
    'TRUST_PROXY',
    value,
    'The setting TRUST_PROXY must not name a network of all addresses: whoever calls could then say to be somebody else.',
  ]),
  ...['Production', 'prod', 'production '].map((value): [string, string, string] => [
    'NODE_ENV',
    value,
    'The setting NODE_ENV must be production, development or test.',
  ]),
])('%s=%s is one sentence that names it', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(new StartError(sentence));
});

test('sample posts are for trials, unless they are asked for', () => {
  expect(readConfig({}).samplePosts).toBe(true);
  expect(readConfig({ NODE_ENV: 'production' }).samplePosts).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', SAMPLE_POSTS: '1' }).samplePosts).toBe(true);
  expect(readConfig({ SAMPLE_POSTS: '0' }).samplePosts).toBe(false);
});

test("the sandbox's secrets are not for a real provider", () => {
  const env = { PAYMENT_API_ORIGIN: 'https://api.razorpay.com', PAYMENT_KEY_SECRET: 'own' };
  expect(() => readConfig({ ...env, PAYMENT_KEY_SECRET: 'sandbox_secret' })).toThrow(
    /^The setting PAYMENT_KEY_SECRET must be/,
  );
  expect(() => readConfig(env)).toThrow(/^The setting PAYMENT_WEBHOOK_SECRET must be/);
  expect(readConfig({ ...env, PAYMENT_WEBHOOK_SECRET: 'own' }).payment.origin).toBe('https://api.razorpay.com');
});

test("a missing file of the company's details is one sentence", () => {
  const settings = { ...readConfig({}), companyFile: '/nowhere/company.json' };
  expect(() => ownerSource(settings, () => undefined)).toThrow(
    /^The company's details in \/nowhere\/company\.json cannot be read/,
  );
});

describe('production', () => {
  const COMPLETE = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://a:b@db:5432/c',
    SMTP_URL: 'smtp://mail.example',
    SITE_ORIGIN: 'https://www.example.com',
    PAYMENT_API_ORIGIN: 'https://api.razorpay.com',
    PAYMENT_KEY_ID: 'rzp_live_1',
    PAYMENT_KEY_SECRET: 'own',
    PAYMENT_WEBHOOK_SECRET: 'own too',
  };

  const sentencesOf = (env: Record<string, string>): string[] => {
    try {
      requireProductionSettings(env);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  };

  test('anywhere else nothing has to be set', () => {
    expect(sentencesOf({})).toEqual([]);
    expect(sentencesOf({ NODE_ENV: 'test' })).toEqual([]);
  });

  test('in production each missing setting is a sentence of its own', () => {
    expect(sentencesOf(COMPLETE)).toEqual([]);
    const names = Object.keys(COMPLETE).filter((name) => name !== 'NODE_ENV');
    const bare = sentencesOf({ NODE_ENV: 'production' });
    expect(bare.map((sentence) => sentence.split(' ')[0])).toEqual(names);
    for (const name of names) expect(sentencesOf({ ...COMPLETE, [name]: '' })).toEqual([expect.stringContaining(name)]);
  });

  test.each([
    ['PAYMENT_KEY_SECRET', 'sandbox_secret'],
    ['PAYMENT_WEBHOOK_SECRET', 'sandbox_webhook_secret'],
    ['PAYMENT_WEBHOOK_SECRET', 'own,sandbox_webhook_secret'],
    ['PAYMENT_KEY_ID', 'rzp_test_sandbox'],
    ['PAYMENT_KEY_ID', 'rzp_test_1'],
    ['PAYMENT_API_ORIGIN', 'http://api.razorpay.com'],
  ])('%s=%s takes no money', (name, value) => {
    expect(sentencesOf({ ...COMPLETE, [name]: value })).toEqual([
      expect.stringMatching(`^${name} is not for production`),
    ]);
  });

  test('a staging site says that its payments are tests', () => {
    const staging = {
      ...COMPLETE,
      TEST_PAYMENTS: '1',
      PAYMENT_KEY_ID: 'rzp_test_1',
      PAYMENT_API_ORIGIN: 'http://127.0.0.1:3200',
    };
    expect(sentencesOf(staging)).toEqual([]);
    expect(sentencesOf({ ...staging, PAYMENT_KEY_SECRET: 'sandbox_secret' })).toHaveLength(1);
    expect(sentencesOf({ ...staging, TEST_PAYMENTS: '0' })).toHaveLength(2);
  });

  test('the embedded database has to be asked for', () => {
    expect(sentencesOf({ ...COMPLETE, DATABASE_URL: '' })).toEqual([expect.stringContaining('EMBEDDED_DATABASE=1')]);
    expect(sentencesOf({ ...COMPLETE, DATABASE_URL: '', EMBEDDED_DATABASE: '1' })).toEqual([]);
  });
});

test('the office shares a secret that is whole, whoever starts first, and never an empty one', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'api-secret-'));
  const ask = () => officeSecret({ given: '', production: false, dataDir });
  const [first = '', ...others] = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(others)).toEqual(new Set([first]));
  expect(await readdir(dataDir)).toEqual(['office-api-secret']);
  await writeFile(path.join(dataDir, 'office-api-secret'), '');
  await expect(ask()).rejects.toThrow('office-api-secret holds no secret: remove it, and start again.');
  await rm(dataDir, { recursive: true });
});
