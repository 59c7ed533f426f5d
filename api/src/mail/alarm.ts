import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Alarms } from '../alarms/alarms';
import type { Db } from '../db/database';
import { type MailFault, mails } from '../db/tables/schema';
import type { ScheduledJob } from '../jobs/runner';

/** What of the mails needs time or a person. */
interface MailBacklog {
  /** Mails that have not been sent and will be tried again. */
  waiting: number;
  oldestSeconds: number;
  /** Those of them that the mail server refuses for the site's sender or settings. */
  settingsRefused: number;
  /** Those of them that no mail server takes: it is away, busy, or `SMTP_URL` leads elsewhere. */
  serverAway: number;
  /** Mails that will not be tried again and that nobody has taken note of. */
  givenUp: number;
}

const NOTHING: MailBacklog = { waiting: 0, oldestSeconds: 0, settingsRefused: 0, serverAway: 0, givenUp: 0 };

/** Counts what waits and what was given up. Rows that were sent are in neither index and cost nothing. */
export async function mailBacklog(db: Db): Promise<MailBacklog> {
  const { rows } = await db.execute<MailBacklog & Record<string, unknown>>(sql`
    select waiting, "oldestSeconds", "settingsRefused", "serverAway", "givenUp"
    from (select count(*)::int as waiting,
                 coalesce(extract(epoch from now() - min(${mails.queuedAt})), 0)::float as "oldestSeconds",
                 (count(*) filter (where ${mails.fault} = 'settings'))::int as "settingsRefused",
                 (count(*) filter (where ${mails.fault} = 'server'))::int as "serverAway"
          from ${mails} where ${mails.status} = 'queued') queued,
         (select count(*)::int as "givenUp" from ${mails} where ${mails.status} = 'failed' and ${mails.seenAt} is null) failed`);
  return rows[0] ?? NOTHING;
}

const TOO_OLD_SECONDS = 15 * 60;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** A code of SMTP, or one of the connection. The words around it may name an address. */
const CODE = /\b(?:[45]\d\d(?: [45]\.\d+\.\d+)?|E[A-Z_]{4,})\b/;

/** The newest answer by which mails of this kind were not taken. */
const answerOf = async (db: Db, status: 'queued' | 'failed', fault?: MailFault): Promise<string> => {
  const [row] = await db
    .select({ error: mails.lastError })
    .from(mails)
    .where(
      and(eq(mails.status, status), isNull(mails.seenAt), isNotNull(mails.lastError), fault && eq(mails.fault, fault)),
    )
    .orderBy(desc(mails.nextAttemptAt))
    .limit(1);
  const error = row?.error ?? '';
  return CODE.exec(error)?.[0] ?? (/certificate|SSL|TLS/.test(error) ? 'no encryption agreed on' : 'no answer');
};

const waitText = async (db: Db, { waiting, oldestSeconds, serverAway }: MailBacklog): Promise<string> => {
  const wait = `${count(waiting, 'mail has', 'mails have')} not been sent, the oldest for ${Math.floor(oldestSeconds / 60)} minutes`;
  if (serverAway === 0) return `${wait}; see npm run api -- mails list.`;
  return `${wait}: no mail server takes them (${await answerOf(db, 'queued', 'server')}). Is SMTP_URL right? Try npm run api -- mails test.`;
};

/**
 * Raises an alarm while the oldest mail of the queue is older than 15 minutes. It also does while the mail server
 * refuses the site's sender or settings, and while nobody has taken note of mails that were given up.
 */
export async function checkMails(db: Db, alarms: Alarms): Promise<void> {
  const backlog = await mailBacklog(db);
  const { settingsRefused, givenUp, oldestSeconds } = backlog;
  await alarms.set('mail-queue', oldestSeconds > TOO_OLD_SECONDS && (await waitText(db, backlog)));
  await alarms.set(
    'mail-settings',
    settingsRefused > 0 &&
      `The mail server refuses this site's sender or settings, or SMTP_URL leads to no such server (${await answerOf(db, 'queued', 'settings')}): ${count(settingsRefused, 'mail waits', 'mails wait')}. Mend Company in the office (or site/company.json) or SMTP_URL and try with npm run api -- mails test.`,
  );
  await alarms.set(
    'mail-given-up',
    givenUp > 0 &&
      `${count(givenUp, 'mail was', 'mails were')} given up (${await answerOf(db, 'failed')}): see npm run api -- mails list --failed, then npm run api -- mails retry, with --drop for what is not to be sent.`,
  );
}

/** The same once a minute. */
export const mailAlarm = (db: Db, alarms: Alarms): ScheduledJob => ({
  name: 'mail-alarm',
  schedule: '* * * * *',
  run: () => checkMails(db, alarms),
});
