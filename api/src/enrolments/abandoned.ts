import { eq } from 'drizzle-orm';
import { amountOf, readCourse } from '../catalogue/read';
import type { Db } from '../db/database';
import { enrolments } from '../db/tables/enrolments-schema';
import type { ScheduledJob } from '../jobs/job';
import type { Outgoing } from '../mail/queue/outgoing';
import type { MailOwner } from '../settings/company';
import { abandonedOf } from './find-abandoned';
import { mailOccurrence } from './mail/mail-occurrence';

interface Needed {
  db: Db;
  outgoing: Outgoing;
  owner: MailOwner;
}

/** Tells the owner of everybody who wanted to enrol and did not go on to pay. */
export const abandonedJob = ({ db, outgoing, owner }: Needed): ScheduledJob => ({
  name: 'abandoned-enrolments',
  schedule: '* * * * *',
  run: async (signal) => {
    for (const enrolment of await abandonedOf(db)) {
      if (signal.aborted) return;
      const amount = amountOf(await readCourse(db, enrolment.course));
      const what = { occasion: 'abandoned', enrolment, amount, refunded: 0, at: new Date() } as const;
      await db.transaction(async (tx) => {
        await tx.update(enrolments).set({ abandonedAt: what.at }).where(eq(enrolments.id, enrolment.id));
        await mailOccurrence({ outgoing, owner }, tx, what, `enrolment:${enrolment.id}:abandoned`);
      });
      outgoing.wake();
    }
  },
});
