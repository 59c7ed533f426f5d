import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, PgBoss, type Queue } from 'pg-boss';
import type { Database, Queries } from '../db/database';
import { messageOf } from '../errors';

/** Work that one process at a time does at set times. */
export interface ScheduledJob {
  /** Names its queue: lower case and dashes, never changed once it was released. */
  name: string;
  /** When, as a cron expression of five fields in UTC. */
  schedule: string;
  /** @param signal aborted when another process has taken the job over, because this one was silent for too long */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Work that is asked for piece by piece and repeated until it succeeds. Its handler must be safe to run twice. */
export interface JobQueue<Data extends object> {
  name: string;
  /** How many are worked on at once in each process. */
  concurrency: number;
  /** Seconds before the first repetition; doubled each time, up to half an hour. */
  retryDelaySeconds: number;
  retryLimit: number;
  /** @throws to be asked again later */
  run(data: Data, signal: AbortSignal): Promise<void>;
}

const STOP_PATIENCE_MS = 20_000;

export type JobRunner = Awaited<ReturnType<typeof openJobs>>;

interface Options {
  database: Pick<Database, 'pool'>;
  /** False where other processes do the work. Default: true. */
  works?: boolean;
  /** For the log: no personal data in it. */
  onTrouble(text: string): void;
}

/** By these words pg-boss knows that another process makes its tables at the same moment. */
const sayRace = (error: { constraint?: string }): never => {
  throw error.constraint === 'pg_namespace_nspname_index' ? new Error('already exists', { cause: error }) : error;
};

/**
 * Does what is scheduled and what was asked for. Every process may have one: they share the work through the database, whose tables
 * are made or brought up to date first, under a lock. It polls on the pool that everything else uses and holds no session, so that
 * PgBouncer in transaction mode may stand in between.
 */
export async function openJobs({ database: { pool }, works = true, onTrouble }: Options) {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: async (text, values) => pool.query(text, values).catch(sayRace) },
    // Also looks after the schedule and after jobs that nobody finishes.
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
  /** By queue, the id by which its worker can be woken at once. */
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
        // pg-boss keeps all of what is thrown for days; a query that failed has there what people typed.
        throw new Error(messageOf(error));
      } finally {
        // Where one job was there may be more: look again at once.
        boss.notifyWorker(worker);
      }
    });
    workers.set(name, worker);
  };

  return {
    /** Asks for a job when the transaction is committed; once, as long as one with this key is waiting or under way. */
    request: async <Data extends object>(queries: Queries, queue: JobQueue<Data>, key: string, data: Data) =>
      void (await boss.send(queue.name, data, { singletonKey: key, db: fromDrizzle(queries, sql) })),
    /** Makes the queues that other processes work on, so that work can be asked for. */
    declare: async (queues: readonly JobQueue<never>[]): Promise<void> => {
      for (const queue of queues) await declare(queue.name, optionsOf(queue));
    },
    /** Begins to work: on these queues, and on what is scheduled. */
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
    /** There is work in this queue: do not wait for the next look. */
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
 * When pg-boss looked last, and looks next, is in the future after the database's clock was set back: nothing would be done
 * until then. Its columns are not public; a test fails when they go.
 */
const FORGET_FUTURE = `
  update ${SCHEMA}.version set cron_on = null where cron_on > now() + interval '1 minute';
  update ${SCHEMA}.queue set monitor_claim_on = null, maintain_on = null
    where greatest(monitor_claim_on, maintain_on) > now() + interval '1 minute';
  update ${SCHEMA}.job set start_after = now() where state < 'active' and start_after > now() + interval '1 hour'`;

const OF_EVERY_QUEUE = {
  // One at a time in all processes, and none that waits behind it.
  policy: 'exclusive',
  // A process that is silent for this long has died: its jobs go to another one.
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

/** Nobody waits for what comes by the minute: an idle process need not ask each second for each of many such jobs. */
const AT_SET_TIMES = { concurrency: 1, lookSeconds: 5 };
