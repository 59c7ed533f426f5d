import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, PgBoss, type Queue } from 'pg-boss';
import type { Database, Queries } from '../db/database';
import { messageOf } from '../errors';

/** A job on a schedule, run by one process at a time. */
export interface ScheduledJob {
  /** Name of its queue, in lower case and dashes; never changed after a release. */
  name: string;
  /** Cron expression of five fields, in UTC. */
  schedule: string;
  /** @param signal aborted when another process took the job over after this one's heartbeat stopped */
  run(signal: AbortSignal): Promise<unknown>;
}

/** A queue of jobs, each repeated until it succeeds. Its handler must be idempotent. */
export interface JobQueue<Data extends object> {
  name: string;
  /** Concurrent jobs in each process. */
  concurrency: number;
  /** Seconds before the first retry, doubled each time up to half an hour. */
  retryDelaySeconds: number;
  retryLimit: number;
  /** @throws to be retried later */
  run(data: Data, signal: AbortSignal): Promise<void>;
}

const STOP_PATIENCE_MS = 20_000;

export type JobRunner = Awaited<ReturnType<typeof openJobs>>;

interface Options {
  database: Pick<Database, 'pool'>;
  /** False where other processes work. Default: true. */
  works?: boolean;
  /** Logs a problem, without personal data. */
  onTrouble(text: string): void;
}

/** Rethrows a race of two processes that create pg-boss's tables in the words that pg-boss tolerates. */
const sayRace = (error: { constraint?: string }): never => {
  throw error.constraint === 'pg_namespace_nspname_index' ? new Error('already exists', { cause: error }) : error;
};

/**
 * Opens the job runner. All processes share the work through the database, whose tables are migrated first, under a
 * lock. It polls on the common pool and holds no session, so that PgBouncer in transaction mode works.
 */
export async function openJobs({ database: { pool }, works = true, onTrouble }: Options) {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: async (text, values) => pool.query(text, values).catch(sayRace) },
    // Also supervises the schedule and abandoned jobs.
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
    reindex: false,
    persistWarnings: false,
  });
  boss.on('error', (error) => onTrouble(`A job could not be worked on: ${messageOf(error)}`));
  await boss.start();
  const forgetFuture = () =>
    pool.query(FORGET_FUTURE).catch((error: unknown) => onTrouble(`Jobs may wait: ${messageOf(error)}`));
  await forgetFuture();
  const timer = setInterval(forgetFuture, 60_000).unref();
  /** Worker ids by queue, to wake them. */
  const workers = new Map<string, string>();

  const declare = async (name: string, options: Omit<Queue, 'name'>): Promise<void> => {
    await boss.createQueue(name, options);
    const { policy: _fixed, ...changeable } = options;
    await boss.updateQueue(name, changeable);
  };

  const addWorker = async (
    name: string,
    { concurrency, lookSeconds = 1 }: { concurrency: number; lookSeconds?: number },
    run: (data: never, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> => {
    const options = { localConcurrency: concurrency, pollingIntervalSeconds: lookSeconds };
    const worker: string = await boss.work<never>(name, options, async ([job]: Job<never>[]) => {
      try {
        if (job) await run(job.data, job.signal);
      } catch (error) {
        // pg-boss stores thrown errors for days, and a failed query's error holds what people typed.
        throw new Error(messageOf(error));
      } finally {
        // Poll again at once: there may be more jobs.
        boss.notifyWorker(worker);
      }
    });
    workers.set(name, worker);
  };

  return {
    /** Requests a job with the transaction's commit, unless one with this key is queued or active. */
    request: async <Data extends object>(queries: Queries, queue: JobQueue<Data>, key: string, data: Data) =>
      void (await boss.send(queue.name, data, { singletonKey: key, db: fromDrizzle(queries, sql) })),
    /** Creates the queues of other processes, so that jobs can be requested. */
    declare: async (queues: readonly JobQueue<never>[]): Promise<void> => {
      for (const queue of queues) await declare(queue.name, optionsOf(queue));
    },
    /** Starts working on queues and schedules. */
    work: async (queues: readonly JobQueue<never>[], scheduled: readonly ScheduledJob[]): Promise<void> => {
      for (const queue of queues) {
        await declare(queue.name, optionsOf(queue));
        await addWorker(queue.name, queue, queue.run);
      }
      for (const { name, schedule, run } of scheduled) {
        await declare(name, SCHEDULED);
        await boss.schedule(name, schedule, null, { missed: 'once' });
        await addWorker(name, AT_SET_TIMES, (_data, signal) =>
          run(signal).catch((error: unknown) => {
            onTrouble(`The job ${name} failed: ${messageOf(error)}`);
            throw error;
          }),
        );
      }
    },
    /** Makes a queue's worker poll now. */
    wake: (name: string): void => {
      const worker = workers.get(name);
      if (worker) boss.notifyWorker(worker);
    },
    stop: (): Promise<void> => {
      clearInterval(timer);
      return boss.stop({ graceful: true, timeout: STOP_PATIENCE_MS });
    },
  };
}

const SCHEMA = 'jobs';

/**
 * Clears pg-boss's future timestamps after the database's clock was set back, until which nothing would run. These
 * columns are not public; a test fails when they change.
 */
const FORGET_FUTURE = `
  update ${SCHEMA}.version set cron_on = null where cron_on > now() + interval '1 minute';
  update ${SCHEMA}.queue set monitor_claim_on = null, maintain_on = null
    where greatest(monitor_claim_on, maintain_on) > now() + interval '1 minute';
  update ${SCHEMA}.job set start_after = now() where state < 'active' and start_after > now() + interval '1 hour'`;

const OF_EVERY_QUEUE = {
  // One job at a time in all processes, and none queued behind it.
  policy: 'exclusive',
  // After this silence a process counts as dead, and its jobs go to another one.
  heartbeatSeconds: 30,
  expireInSeconds: 4 * 60 * 60,
} as const satisfies Partial<Queue>;

const SCHEDULED: Omit<Queue, 'name'> = {
  ...OF_EVERY_QUEUE,
  retryLimit: 2,
  retryDelay: 30,
  deleteAfterSeconds: 7 * 24 * 60 * 60,
};

const optionsOf = ({ retryDelaySeconds, retryLimit }: JobQueue<never>): Omit<Queue, 'name'> => ({
  ...OF_EVERY_QUEUE,
  retryLimit,
  retryDelay: retryDelaySeconds,
  retryBackoff: true,
  retryDelayMax: 30 * 60,
  retentionSeconds: 7 * 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
});

/** Scheduled jobs run by the minute, so that polling each second would be wasted. */
const AT_SET_TIMES = { concurrency: 1, lookSeconds: 5 };
