/** Work that one process at a time does at set times. */
export interface ScheduledJob {
  /** Names its queue: lower case and dashes, never changed once it was released. */
  name: string;
  /** When, as a cron expression of five fields in UTC. */
  schedule: string;
  /** @param signal aborted when another process has taken the job over, because this one was silent for too long */
  run(signal: AbortSignal): Promise<void>;
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
