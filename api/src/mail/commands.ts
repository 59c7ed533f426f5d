import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { mails } from '../db/tables/schema';
import { messageOf, StartError } from '../errors';
import { heading, jsonArrayPrinter, minute, table, type Work } from '../support/terminal';
import { composeMail, faultOf, openTransport, ownerSource, probeMessage } from './transport';

/*
 * `npm run api -- mails …`: the queue on the command line.
 */

export const mailState = ({ status, fault }: { status: string; fault: string | null }): string => {
  if (status !== 'queued') return status === 'failed' ? 'GIVEN UP' : status;
  if (fault === 'server') return 'NO SERVER, waits';
  return fault ? 'REFUSED, waits' : 'waiting';
};

export const listMails =
  ({ failed, all, json }: { failed?: boolean; all?: boolean; json?: boolean }): Work =>
  async ({ database, print }) => {
    const { id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect } = mails;
    const shown: (typeof mails.$inferSelect.status)[] = failed ? ['failed'] : ['queued', 'failed'];
    const rows = await database.db
      .select({ id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect })
      .from(mails)
      .where(all ? undefined : inArray(status, shown))
      .orderBy(asc(createdAt), asc(id));
    if (json) {
      const records = jsonArrayPrinter(print);
      for (const row of rows) records.add(row);
      records.end();
    } else if (rows.length === 0) print('No mails wait, and none was given up.');
    else {
      const cells = rows.map((row) => [
        row.id.slice(0, 8),
        minute(row.createdAt),
        row.form ?? 'notice',
        row.email.slice(0, 40),
        mailState(row),
        String(row.attempts),
        row.lastError ?? '',
      ]);
      print(table(['id', heading('made'), 'about', 'e-mail', 'state', 'tries', 'why'], cells));
    }
  };

const beginsWith = (id: string | undefined) => id && sql`starts_with(${mails.id}::text, ${id.toLowerCase()})`;

/** Queues mails that were given up again, as if nobody had tried to deliver them. One that a person dropped has to be named. */
export const retryMails =
  (id: string | undefined, json: boolean): Work =>
  async ({ database, print }) => {
    const rows = await database.db
      .update(mails)
      .set({
        status: 'queued',
        queuedAt: sql`now()`,
        nextAttemptAt: sql`now()`,
        attempts: 0,
        fault: null,
        seenAt: null,
      })
      .where(and(eq(mails.status, 'failed'), beginsWith(id) || isNull(mails.seenAt)))
      .returning({ id: mails.id });
    if (id && rows.length === 0) throw new StartError(`No mail that was given up has the id ${id}.`);
    if (json) print(JSON.stringify(rows));
    else
      print(
        `${rows.length} ${rows.length === 1 ? 'mail goes' : 'mails go'} out within a minute while the site is running.`,
      );
  };

/**
 * Notes that somebody knows of mails that were given up: they stay in the list, and the alarm ends. One that is refused
 * and waits, such as for its content, is given up when it is named.
 */
export const dropMails =
  (id: string | undefined, json: boolean): Work =>
  async ({ database, print }) => {
    const isUnseen = and(eq(mails.status, 'failed'), isNull(mails.seenAt));
    const isRefused = and(eq(mails.status, 'queued'), isNotNull(mails.fault));
    const rows = await database.db
      .update(mails)
      .set({ status: 'failed', seenAt: sql`now()`, lease: null })
      .where(id ? and(beginsWith(id) || undefined, or(isUnseen, isRefused)) : isUnseen)
      .returning({ id: mails.id });
    if (id && rows.length === 0) throw new StartError(`No mail that was given up or is refused has the id ${id}.`);
    if (json) print(JSON.stringify(rows));
    else print(`${rows.length} ${rows.length === 1 ? 'mail is' : 'mails are'} given up for good.`);
  };

/** Sends the owner a mail at once, past the queue. */
export const testMail =
  (json: boolean): Work =>
  async ({ config, database, print, remark }) => {
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
    if (json) print(JSON.stringify({ sent: true, from, to }));
    else print(`${where}: from ${from} to ${to}.`);
  };
