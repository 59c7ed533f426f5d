import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { requireProductionSettings } from '../src/settings/config';
import { startServer } from './helpers/processes/server-process';

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

test('the server refuses to start, and makes nothing', async () => {
  const base = await mkdtemp(path.join(os.tmpdir(), 'api-production-'));
  const server = await startServer(path.join(base, 'var'), { NODE_ENV: 'production' });
  expect(await server.ended).toBe(1);
  expect((await server.lastWords).trim().split('\n')).toHaveLength(7);
  await rm(base, { recursive: true });
});
