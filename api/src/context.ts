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

/** What the routes work with; made once, when the server starts. */
export interface Context {
  config: Config;
  database: Database;
  db: Db;
  limiter: RateLimiter;
  /** Orders are counted apart: who wrote to us may still enrol. */
  orderLimiter: RateLimiter;
  /** The composer asks for pages of all visitors from one address. */
  lookupLimiter: RateLimiter;
  provider: ProviderClient;
  files: FileStore;
  uploads: UploadStore;
  uploadPermits: UploadPermits;
  metrics: Metrics;
  /** Called with the steps of traces; undefined where nobody collects them. */
  onSpan: SpanSink | undefined;
  jobs: JobRunner;
  outgoing: Outgoing;
  mailQueue: JobQueue<MailJob>;
  vacuumQueue: JobQueue<object>;
  alarms: Alarms;
  /** What the office's server signs its calls with; undefined where there is no office. */
  officeSecret: string | undefined;
  owner: OwnerSource;
  /** Tells the log what somebody should look at: no personal data in it. */
  onTrouble(text: string): void;
  /** Aborted from the moment that the server is asked to stop. */
  stopping: AbortSignal;
}
