import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { inTime } from './in-time';

/** Numbers for `/metrics`, in Prometheus' names and units. */
export type Metrics = ReturnType<typeof createMetrics>;

/** What waits, and for how long the oldest of it. */
interface Backlog {
  waiting: number;
  oldestSeconds: number;
}

const MAIL_QUEUE = {
  waiting: { name: 'mail_queue_waiting', help: 'Mails that have not been sent' },
  oldest: { name: 'mail_queue_oldest_seconds', help: 'Age of the oldest mail that has not been sent' },
};
const UNRECONCILED = {
  waiting: { name: 'orders_unreconciled', help: 'Orders that it is time to ask the payment provider for' },
  oldest: { name: 'orders_unreconciled_seconds', help: 'For how long it has been time to ask for one of them' },
};

/** Reads a backlog whenever the numbers are asked for, once for both; what could not be read keeps its last value. */
const watchBacklog = (
  registers: Registry[],
  names: Record<'waiting' | 'oldest', { name: string; help: string }>,
  read: () => Promise<Backlog>,
): void => {
  let reading: Promise<Backlog | undefined> | undefined;
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = (name: { name: string; help: string }, value: (backlog: Backlog) => number) =>
    new Gauge({
      ...name,
      registers,
      async collect() {
        const backlog = await inTime(readOnce());
        if (backlog) this.set(value(backlog));
      },
    });
  gauge(names.waiting, ({ waiting }) => waiting);
  gauge(names.oldest, ({ oldestSeconds }) => oldestSeconds);
};

/** One registry per server, so that several can live in one process (tests). */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    /** Mails that have not been sent. */
    watchMailQueue: (read: () => Promise<Backlog>): void => watchBacklog(registers, MAIL_QUEUE, read),
    /** Orders that the payment provider has not answered for. */
    watchOrders: (read: () => Promise<Backlog>): void => watchBacklog(registers, UNRECONCILED, read),
    /** @param ping fails when the database does not answer */
    watchDatabase: (ping: () => Promise<void>): void => {
      new Gauge({
        name: 'database_up',
        help: '1 while the database answers',
        registers,
        async collect() {
          const isUp = await inTime(ping().then(() => true));
          this.set(isUp ? 1 : 0);
        },
      });
    },
    /** @param folder on the disk that is looked after */
    watchDisk: (folder: string): void => {
      new Gauge({
        name: 'data_disk_free_ratio',
        help: 'Share of the disk of DATA_DIR that is free',
        registers,
        async collect() {
          const { bavail, blocks } = await statfs(folder);
          this.set(bavail / blocks);
        },
      });
    },
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    enquiries: new Counter({
      name: 'enquiries_total',
      help: 'Submissions by form and what became of them',
      labelNames: ['form', 'outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'mail_deliveries_total',
      help: 'Attempts to deliver a mail',
      labelNames: ['outcome'],
      registers,
    }),
    orders: new Counter({ name: 'orders_total', help: 'Course orders by event', labelNames: ['event'], registers }),
    webhooks: new Counter({
      name: 'payment_webhooks_total',
      help: 'Webhooks by outcome, and by the secret that they were signed with',
      labelNames: ['outcome', 'secret'],
      registers,
    }),
  };
}
