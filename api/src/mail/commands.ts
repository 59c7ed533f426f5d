import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { mails } from '../db/tables/schema';
import { messageOf, StartError } from '../errors';
import { heading, listPrinter, minute, type Work } from '../support/terminal';
import { composeMail, faultOf, openTransport, ownerSource, probeMessage } from './transport';

/* `npm run api -- mails …`: the queue on the command line. */

export const mailState = ({ status, fault }: { status: string; fault: string | null }): string => {
  if (status !== 'queued') return status === 'failed' ? 'GIVEN UP' : status;
  if (fault === 'server') return 'NO SERVER, waits';
  return fault ? 'REFUSED, waits' : 'waiting';
};

export const listMails: Work = async (site, options) => {
  const { id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect } = mails;
  const shown: (typeof mails.$inferSelect.status)[] = options.failed ? ['failed'] : ['queued', 'failed'];
  const rows = await site.database.db
    .select({ id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect })
    .from(mails)
    .where(options.all ? undefined : inArray(status, shown))
    .orderBy(asc(createdAt), asc(id));
  const headings = ['id', heading('made'), 'about', 'e-mail', 'state', 'tries', 'why'];
  const list = listPrinter(site, options, headings, 'No mails wait, and none was given up.');
  for (const row of rows)
    list.add(row, [
      row.id.slice(0, 8),
      minute(row.createdAt),
      row.form ?? 'notice',
      row.email.slice(0, 40),
      mailState(row),
      String(row.attempts),
      row.lastError ?? '',
    ]);
  list.end();
};

/** Resets mails to undelivered. */
const AGAIN = {
  status: 'queued',
  queuedAt: sql`now()`,
  nextAttemptAt: sql`now()`,
  attempts: 0,
  fault: null,
  seenAt: null,
} as const;
/** Marks mails as acknowledged: they stay in the list, and the alarm ends. */
const DROPPED = { status: 'failed', seenAt: sql`now()`, lease: null } as const;

const GIVEN_UP = eq(mails.status, 'failed');
const UNSEEN = and(GIVEN_UP, isNull(mails.seenAt));
/** Mails that were refused and still wait. */
const REFUSED = and(eq(mails.status, 'queued'), isNotNull(mails.lastError));

/**
 * Requeues or drops mails that were given up. Without an id: all that nobody has dropped. A named mail can be requeued
 * after it was dropped, and dropped while it still waits after a refusal.
 */
export const retryMails: Work = async ({ database, tell }, { drop }, [id]) => {
  const named = id ? sql`starts_with(${mails.id}::text, ${id.toLowerCase()})` : undefined;
  const rows = await database.db
    .update(mails)
    .set(drop ? DROPPED : AGAIN)
    .where(named ? and(named, drop ? or(UNSEEN, REFUSED) : GIVEN_UP) : UNSEEN)
    .returning({ id: mails.id });
  if (id && rows.length === 0)
    throw new StartError(`No mail that was given up ${drop ? 'or is refused ' : ''}has the id ${id}.`);
  const isOne = rows.length === 1;
  const dropped = `${isOne ? 'mail is' : 'mails are'} given up for good.`;
  const queued = `${isOne ? 'mail goes' : 'mails go'} out within a minute while the site is running.`;
  tell(rows, `${rows.length} ${drop ? dropped : queued}`);
};

/** Sends the owner a mail at once, bypassing the queue. */
export const testMail: Work = async ({ config, database, tell, remark }) => {
  const owner = await ownerSource(config, remark)(database.db);
  const { from, to } = owner.mail;
  const transport = openTransport(config);
  const [id, now] = [randomUUID(), new Date()];
  const mail = { id, form: null, fields: null, message: probeMessage(owner, now), email: to };
  try {
    await transport.deliver(id, composeMail({ ...mail, createdAt: now, suspect: false }, owner));
  } catch (error) {
    const answered = (error as { responseCode?: unknown }).responseCode !== undefined;
    const refused = faultOf(error, true) === 'settings' ? 'refused the mail' : 'could not take the mail now';
    throw new StartError(
      `The mail server ${answered ? refused : 'of SMTP_URL did not take the mail'} from ${from} to ${to}: ${messageOf(error)}. Look at SMTP_URL, and at the addresses of the company's mails.`,
    );
  } finally {
    transport.close();
  }
  const where = config.smtpUrl ? 'The mail server took it' : 'It is a file in the outbox, for SMTP_URL is empty';
  tell({ sent: true, from, to }, `${where}: from ${from} to ${to}.`);
};
