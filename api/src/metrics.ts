import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Numbers for `/metrics`, in Prometheus' names and units. */
export type Metrics = ReturnType<typeof createMetrics>;

/** One registry per server, so that several can live in one process (tests). */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    /** Reads the queue whenever the numbers are asked for; what could not be read keeps its last value. */
    watchMailQueue: (read: () => Promise<{ oldestSeconds: number; waiting: number }>): void => {
      const oldest = new Gauge({
        name: 'mail_queue_oldest_seconds',
        help: 'Age of the oldest mail that has not been sent',
        registers,
        collect: async () => {
          const backlog = await read().catch(() => undefined);
          if (!backlog) return;
          oldest.set(backlog.oldestSeconds);
          waiting.set(backlog.waiting);
        },
      });
      const waiting = new Gauge({ name: 'mail_queue_waiting', help: 'Mails that have not been sent', registers });
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
