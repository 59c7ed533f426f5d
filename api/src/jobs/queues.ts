import type { PgBoss, Queue } from 'pg-boss';
import type { JobQueue } from './job';

/** A process that is silent for this long has died: its jobs go to another one. */
const HEARTBEAT_SECONDS = 30;
const LONGEST_RUN_SECONDS = 4 * 60 * 60;
const LONGEST_RETRY_DELAY_SECONDS = 30 * 60;

/** Options of the queue of a scheduled job. */
export const SCHEDULED: Omit<Queue, 'name'> = {
  // One at a time in all processes, and none that waits behind it.
  policy: 'exclusive',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: LONGEST_RUN_SECONDS,
  retryLimit: 2,
  retryDelay: 30,
  deleteAfterSeconds: 7 * 24 * 60 * 60,
};

/** Options of the queue of jobs that are asked for piece by piece. */
export const optionsOf = ({ retryDelaySeconds, retryLimit }: JobQueue<never>): Omit<Queue, 'name'> => ({
  policy: 'exclusive',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: LONGEST_RUN_SECONDS,
  retryLimit,
  retryDelay: retryDelaySeconds,
  retryBackoff: true,
  retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
  retentionSeconds: 7 * 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
});

/** Makes a queue, or brings its options up to date. */
export const declareQueue = async (boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> => {
  await boss.createQueue(name, options);
  const { policy: _fixed, ...changeable } = options;
  await boss.updateQueue(name, changeable);
};
