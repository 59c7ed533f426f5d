import { orAfter } from '@wholepage/page-rules/time-limit';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export const MAIL_QUEUE = {
  waiting: { name: 'mail_queue_waiting', help: 'Mails that have not been sent' },
  oldestSeconds: { name: 'mail_queue_oldest_seconds', help: 'Age of the oldest mail that has not been sent' },
  alarmSeconds: { name: 'mail_queue_alarm_seconds', help: 'Age from which a mail that waits raises an alarm' },
  settingsRefused: {
    name: 'mail_settings_refused',
    help: "Mails that wait because the mail server refuses the site's sender or settings",
  },
  serverAway: {
    name: 'mail_server_away',
    help: 'Mails that wait because no mail server answers at SMTP_URL, or it takes none for now',
  },
  givenUp: { name: 'mail_given_up', help: 'Mails that will not be tried again and that nobody has taken note of' },
};
export const UNRECONCILED = {
  waiting: { name: 'orders_unreconciled', help: 'Orders that it is time to ask the payment provider for' },
  oldestSeconds: { name: 'orders_unreconciled_seconds', help: 'For how long it has been time to ask for one of them' },
  alarmSeconds: { name: 'orders_unreconciled_alarm_seconds', help: 'Time from which such an order raises an alarm' },
};
export const BACKUP = {
  ageSeconds: { name: 'backup_age_seconds', help: 'Age of the newest back-up, or of the installation without one' },
  alarmSeconds: { name: 'backup_alarm_seconds', help: 'Age from which it raises an alarm: BACKUP_ALARM_HOURS' },
  bytes: { name: 'backup_bytes', help: 'Size of the newest back-up' },
  bytesBefore: { name: 'backup_before_bytes', help: 'Size of the back-up before it' },
};
export const DISK = { freeRatio: { name: 'data_disk_free_ratio', help: 'Free share of the disk of data or uploads' } };
export const PAYMENT_PROBLEMS = {
  open: { name: 'payment_problems', help: 'Captured payments that do not fit or were paid twice' },
};

type Numbers<Key extends string> = () => Promise<Readonly<Record<Key, number>> | undefined>;

/** One registry per server, so that several can live in one process (tests). */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    /**
     * Adds gauges that are read with `/metrics`, by one call for all. Values that cannot be read in time keep their last value.
     * @param names of the gauges, by the keys that `read` returns
     */
    watch: <Key extends string>(names: Readonly<Record<Key, NumberName>>, read: Numbers<Key>): void => {
      let reading: ReturnType<Numbers<Key>> | undefined;
      const readOnce = () => {
        reading ??= read()
          .catch(() => undefined)
          .finally(() => {
            reading = undefined;
          });
        return reading;
      };
      for (const key of Object.keys(names) as Key[]) {
        new Gauge({
          ...names[key],
          registers,
          async collect() {
            const numbers = await orAfter(readOnce(), SOON_MS, () => undefined);
            if (numbers) this.set(numbers[key]);
          },
        });
      }
    },
    /** @param ping rejects when the database does not answer */
    watchDatabase: (ping: () => Promise<void>): void => {
      new Gauge({
        name: 'database_up',
        help: '1 while the database answers',
        registers,
        async collect() {
          const isUp = orAfter(
            ping().then(() => true),
            SOON_MS,
            () => false,
          );
          this.set(Number(await isUp.catch(() => false)));
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

/** Timeout of a reading, before the caller of `/metrics` gives up. */
const SOON_MS = 500;

interface NumberName {
  name: string;
  help: string;
}
