import { createMetrics, MAIL_QUEUE } from '../src/metrics';

const never = () => new Promise<never>(() => undefined);

test('a database that hangs takes no other number along', async () => {
  const metrics = createMetrics();
  metrics.watchDatabase(never);
  metrics.watch(MAIL_QUEUE, never);
  metrics.orders.inc({ event: 'created' });
  const numbers = await metrics.registry.metrics();
  expect(numbers).toContain('\ndatabase_up 0\n');
  expect(numbers).toContain('orders_total{event="created"} 1');
});

test('a database that answers is up', async () => {
  const metrics = createMetrics();
  metrics.watchDatabase(async () => undefined);
  metrics.watch(MAIL_QUEUE, async () => ({
    waiting: 3,
    oldestSeconds: 7,
    settingsRefused: 2,
    serverAway: 4,
    givenUp: 1,
  }));
  const numbers = await metrics.registry.metrics();
  expect(numbers).toContain('\ndatabase_up 1\n');
  expect(numbers).toContain('mail_queue_waiting 3');
  expect(numbers).toContain('mail_settings_refused 2');
  expect(numbers).toContain('mail_server_away 4');
  expect(numbers).toContain('mail_given_up 1');
});
