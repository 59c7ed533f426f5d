import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../start-cluster';
import { collectTraces } from './doubles';
import { SCENARIOS } from './scenarios';
import { possibleOf, testCluster } from './test-cluster';

jest.mock('../start-cluster', () => ({ ...jest.requireActual<object>('../start-cluster'), startCluster: jest.fn() }));
jest.mock('../../start/build/build-all', () => ({ buildApps: jest.fn(), buildServers: jest.fn() }));
jest.mock('../../run/find-program', () => ({
  ...jest.requireActual<object>('../../run/find-program'),
  ensureChromium: jest.fn(),
}));

test('trials whose program is missing are named as not tried, and all others are tried', () => {
  const { possible, untried } = possibleOf(SCENARIOS, (need) => need !== 'pgbouncer' && need !== 'prometheus');
  expect(untried).toEqual([
    'Prometheus hears every server (no prometheus)',
    'kill -9 pgbouncer (no pgbouncer)',
    'pgbouncer hangs for 15 s (no pgbouncer)',
    'the dashboard, after a payment and a canary (no prometheus)',
  ]);
  expect(possible.map(({ name }) => name)).toContain('TLS, HTTP/2 and packed files');
  expect(possible.length + untried.length).toBe(SCENARIOS.length);
});

test('a collector outlives a server that is killed while it sends a trace', async () => {
  const { endpoint, refusals, close } = await collectTraces();
  const sender = connect(Number(new URL(endpoint).port), '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n{');
  await once(sender, 'data');
  sender.destroy();
  expect((await fetch(endpoint, { method: 'POST', body: '[]' })).status).toBe(400);
  expect(refusals).toHaveLength(1);
  await close();
});

test('Ctrl+C ends a test whose cluster is still starting, and no program is started again', async () => {
  process.env.DATA_DIR = await mkdtemp(join(tmpdir(), 'cluster-test-'));
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  jest.mocked(startCluster).mockImplementationOnce(async ({ signal }) => {
    process.listeners('SIGINT').at(-1)?.('SIGINT');
    signal?.throwIfAborted();
    throw new Error('It starts on.');
  });
  await expect(testCluster(['TLS'])).rejects.toThrow('Stopped before it was ready.');
  await new Promise(setImmediate);
  expect(exit).toHaveBeenCalledWith(1);
  exit.mockRestore();
});
