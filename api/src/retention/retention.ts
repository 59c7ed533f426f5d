import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Config } from '../config';
import type { Db } from '../db/database';
import { enrolments } from '../db/enrolments-schema';
import { webhookEvents } from '../db/orders-schema';
import { enquiries, files, mails } from '../db/schema';
import type { ScheduledJob } from '../jobs/job';
import { QUARANTINE_DIR } from '../uploads/quarantine';

const BATCH = 500;

const olderThan = (moment: AnyPgColumn, days: number): SQL => lt(moment, sql`now() - ${days} * interval '1 day'`);

const removeFiles = async (folder: string, names: readonly string[]): Promise<void> => {
  await Promise.all(names.map((name) => rm(path.join(folder, name), { force: true })));
};

/** Rows first: a file without a row is found by the next start, a row without its file would be a lie. */
const eraseEnquiries = async (db: Db, dataDir: string, condition: SQL | undefined): Promise<number> => {
  for (let erased = 0; ; ) {
    const due = await db.select({ id: enquiries.id }).from(enquiries).where(condition).limit(BATCH);
    if (due.length === 0) return erased;
    const ids = due.map(({ id }) => id);
    const stored = await db.select({ name: files.storedName }).from(files).where(inArray(files.enquiryId, ids));
    await db.delete(enquiries).where(inArray(enquiries.id, ids));
    await removeFiles(
      path.join(dataDir, 'uploads'),
      stored.map(({ name }) => name),
    );
    erased += due.length;
  }
};

const eraseMails = async (db: Db, dataDir: string, days: number): Promise<number> => {
  const gone = await db
    .delete(mails)
    .where(and(ne(mails.status, 'queued'), olderThan(mails.createdAt, days)))
    .returning({ id: mails.id });
  await removeFiles(
    path.join(dataDir, 'outbox'),
    gone.map(({ id }) => `${id}.eml`),
  );
  return gone.length;
};

const eraseQuarantine = async (dataDir: string, days: number): Promise<number> => {
  const folder = path.join(dataDir, QUARANTINE_DIR);
  let erased = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name);
    if (Date.now() - (await stat(place)).mtimeMs < days * 24 * 60 * 60_000) continue;
    await rm(place, { recursive: true });
    erased += 1;
  }
  return erased;
};

/** Orders and payments stay, without the person. */
const eraseEnrolments = async (db: Db, days: number): Promise<number> =>
  (await db.delete(enrolments).where(olderThan(enrolments.createdAt, days))).rowCount ?? 0;

const eraseWebhooks = async (db: Db, days: number): Promise<number> =>
  (await db.delete(webhookEvents).where(olderThan(webhookEvents.createdAt, days))).rowCount ?? 0;

/** How much was erased, by kind. */
export type Erased = Record<'enquiries' | 'suspects' | 'mails' | 'quarantine' | 'enrolments' | 'webhooks', number>;

/** Erases what has been kept for as long as its kind is kept. 0 days keep a kind for ever. */
export async function applyRetention(
  db: Db,
  { dataDir, retentionDays }: Pick<Config, 'dataDir' | 'retentionDays'>,
): Promise<Erased> {
  const of = (days: number, work: () => Promise<number>) => (days > 0 ? work() : Promise.resolve(0));
  const { enquiries: lead, suspects, mails: mail, quarantine, enrolments: enrolled, webhooks } = retentionDays;
  const withStatus = (status: 'new' | 'suspect', days: number) =>
    eraseEnquiries(db, dataDir, and(eq(enquiries.status, status), olderThan(enquiries.createdAt, days)));
  return {
    enquiries: await of(lead, () => withStatus('new', lead)),
    suspects: await of(suspects, () => withStatus('suspect', suspects)),
    mails: await of(mail, () => eraseMails(db, dataDir, mail)),
    quarantine: await of(quarantine, () => eraseQuarantine(dataDir, quarantine)),
    enrolments: await of(enrolled, () => eraseEnrolments(db, enrolled)),
    webhooks: await of(webhooks, () => eraseWebhooks(db, webhooks)),
  };
}

/** Applies the retention every night. */
export const retentionJob = (db: Db, config: Config): ScheduledJob => ({
  name: 'retention',
  schedule: '17 21 * * *',
  run: async () => void (await applyRetention(db, config)),
});
