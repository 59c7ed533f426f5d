import type { Config } from './config';
import type { Database } from './db/database';
import type { Metrics } from './metrics';
import type { ProviderClient } from './orders/provider';
import type { RateLimiter } from './plugins/rate-limit';
import type { UploadStore } from './uploads/store';

/** What the routes work with; made once, when the server starts. */
export interface Context {
  config: Config;
  database: Database;
  limiter: RateLimiter;
  /** Orders are counted apart: who wrote to us may still enrol. */
  orderLimiter: RateLimiter;
  provider: ProviderClient;
  uploads: UploadStore;
  metrics: Metrics;
  /** Tells the mail worker that there is something to deliver. */
  wakeMail(): void;
  /** True from the moment that the server is asked to stop. */
  isStopping(): boolean;
}
