import { backupAlarm } from '../backup/history';
import type { Context } from '../context';
import { abandonedJob } from '../enrolments/abandoned';
import { limiterSweep } from '../limiter/limiter';
import { mailAlarm } from '../mail/alarm';
import { mailSweep } from '../mail/queue';
import { findRefundsJob } from '../office/courses/refunds';
import { paymentProblemsJob } from '../orders/problems';
import { reconcileAlarm, reconcileJob } from '../orders/reconcile';
import { retentionJob } from '../personal-data';
import type { ScheduledJob } from './runner';

/** Everything that is done at set times. To add something, add a function that makes its `ScheduledJob` to this list. */
export const scheduledJobs = (context: Context): ScheduledJob[] => {
  const {
    database: { db },
    jobs,
    alarms,
    mailQueue,
    outgoing,
    owner,
  } = context;
  return [
    retentionJob(db, context.files, context.config),
    mailSweep(db, jobs, mailQueue),
    mailAlarm(db, alarms),
    backupAlarm(db, alarms, context.config.backupAlarmHours),
    reconcileJob(context),
    reconcileAlarm(db, alarms),
    paymentProblemsJob(db, alarms, { outgoing, owner }),
    limiterSweep(db),
    findRefundsJob({ db, provider: context.provider, announce: context.announce }),
    abandonedJob({ db, outgoing, owner }),
  ];
};
