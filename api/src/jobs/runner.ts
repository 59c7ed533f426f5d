import type { Database, Queries } from '../db/database';
import { createBoss, sendWithin } from './boss';
import type { JobQueue, ScheduledJob } from './job';
import { declareQueue, optionsOf, SCHEDULED } from './queues';
import { addWorker } from './worker';

const STOP_PATIENCE_MS = 20_000;

/** Does what is scheduled and what was asked for. Every process may have one: they share the work through the database. */
export interface JobRunner {
  /** Asks for a job when the transaction is committed; once, as long as one with this key is waiting or under way. */
  request<Data extends object>(queries: Queries, queue: JobQueue<Data>, key: string, data: Data): Promise<void>;
  /** Makes the queues that other processes work on, so that work can be asked for. */
  declare(queues: readonly JobQueue<never>[]): Promise<void>;
  /** Begins to work: on these queues, and on what is scheduled. */
  work(queues: readonly JobQueue<never>[], scheduled: readonly ScheduledJob[]): Promise<void>;
  /** There is work in this queue: do not wait for the next look. */
  wake(queue: string): void;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

interface Options {
  database: Pick<Database, 'pool'>;
  /** False where other processes do the work. Default: true. */
  works?: boolean;
  /** For the log: no personal data in it. */
  onTrouble(text: string): void;
}

/** Opens the jobs. Their tables are made or brought up to date first, under a lock. */
export async function openJobs({ database, works = true, onTrouble }: Options): Promise<JobRunner> {
  const boss = createBoss(database, onTrouble, works);
  await boss.start();
  const workers = new Map<string, string>();
  return {
    request: async (queries, queue, key, data) => void (await sendWithin(boss, queries, queue.name, data, key)),
    declare: async (queues) => {
      for (const queue of queues) await declareQueue(boss, queue.name, optionsOf(queue));
    },
    work: async (queues, scheduled) => {
      for (const queue of queues) {
        await declareQueue(boss, queue.name, optionsOf(queue));
        workers.set(queue.name, await addWorker(boss, queue.name, queue.concurrency, queue.run));
      }
      for (const { name, schedule, run } of scheduled) {
        await declareQueue(boss, name, SCHEDULED);
        await boss.schedule(name, schedule, null, { missed: 'once' });
        await addWorker(boss, name, 1, (_data, signal) => run(signal));
      }
    },
    wake: (name) => {
      const worker = workers.get(name);
      if (worker) boss.notifyWorker(worker);
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_PATIENCE_MS }),
  };
}
