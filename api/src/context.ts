import type { SpanSink } from '@wholepage/telemetry/trace';
import type { Alarms } from './alarms/alarms';
import type { Database, Db } from './db/database';
import type { FileStore } from './files/file-store';
import type { JobQueue, JobRunner } from './jobs/runner';
import type { RateLimiter } from './limiter/limiter';
import type { MailJob, Outgoing } from './mail/queue';
import type { OwnerSource } from './mail/transport';
import type { Metrics } from './metrics';
import type { ProviderClient } from './orders/provider';
import type { Config } from './settings/config';
import type { UploadPermits } from './uploads/permits';
import type { UploadStore } from './uploads/store';

/** Services of the routes, created once at the start. */
export interface Context {
  config: Config;
  database: Database;
  db: Db;
  limiter: RateLimiter;
  /** Separate from enquiries, so that somebody who wrote to us may still enrol. */
  orderLimiter: RateLimiter;
  /** Separate, because the composer asks for all visitors' pages from one address. */
  lookupLimiter: RateLimiter;
  provider: ProviderClient;
  files: FileStore;
  uploads: UploadStore;
  uploadPermits: UploadPermits;
  metrics: Metrics;
  /** Called with each span; undefined where nobody collects them. */
  onSpan: SpanSink | undefined;
  jobs: JobRunner;
  outgoing: Outgoing;
  mailQueue: JobQueue<MailJob>;
  vacuumQueue: JobQueue<object>;
  alarms: Alarms;
  /** Secret of the office's signed calls; undefined where there is no office. */
  officeSecret: string | undefined;
  owner: OwnerSource;
  /** Logs a problem, without personal data. */
  onTrouble(text: string): void;
  /** Aborted when the server is asked to stop. */
  stopping: AbortSignal;
}
