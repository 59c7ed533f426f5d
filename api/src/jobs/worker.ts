import type { Job, PgBoss } from 'pg-boss';
import type { JobQueue } from './job';

/** Has this process work on a queue. @returns the worker's id, by which it can be woken at once */
export const addWorker = async (
  boss: PgBoss,
  name: string,
  concurrency: number,
  run: JobQueue<never>['run'],
): Promise<string> => {
  const options = { localConcurrency: concurrency, pollingIntervalSeconds: 1 };
  const worker: string = await boss.work<never>(name, options, async ([job]: Job<never>[]) => {
    try {
      if (job) await run(job.data, job.signal);
    } finally {
      // Where one job was there may be more: look again at once.
      boss.notifyWorker(worker);
    }
  });
  return worker;
};
