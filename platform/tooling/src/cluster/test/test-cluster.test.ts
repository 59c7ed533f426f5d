import { once } from 'node:events';
import { connect } from 'node:net';
import { collectTraces } from './doubles';
import { SCENARIOS } from './scenarios';
import { possibleOf } from './test-cluster';

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
