import type { Context } from '../context';
import type { ScheduledJob } from './job';

/** Everything that is done at set times. To add something, add a function that makes its `ScheduledJob` to this list. */
export const scheduledJobs = (_context: Context): ScheduledJob[] => [];
