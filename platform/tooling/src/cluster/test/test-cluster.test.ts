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
