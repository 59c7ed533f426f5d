import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './db/database';
import { enrolments, webhookEvents } from './db/tables/orders-schema';
import { enquiries, files, mails } from './db/tables/schema';
import { type FileStore, folderFiles, OUTBOX, QUARANTINE, removeFiles, UPLOADS } from './files/file-store';
import type { ScheduledJob } from './jobs/runner';
import type { Config } from './settings/config';

/** Orders and payments stay, without the person. */
const eraseEnrolments = async (db: Db, days: number): Promise<number> =>
  (await db.delete(enrolments).where(olderThan(enrolments.createdAt, days))).rowCount ?? 0;

const eraseWebhooks = async (db: Db, days: number): Promise<number> =>
  (await db.delete(webhookEvents).where(olderThan(webhookEvents.createdAt, days))).rowCount ?? 0;

/** How much was erased, by kind. */
type Erased = Record<'enquiries' | 'suspects' | 'mails' | 'quarantine' | 'enrolments' | 'webhooks', number>;

/** Erases what has been kept for as long as its kind is kept. 0 days keep a kind for ever. */
export async function applyRetention(
  db: Db,
  store: FileStore,
  { dataDir, retentionDays }: Pick<Config, 'dataDir' | 'retentionDays'>,
): Promise<Erased> {
  const of = (days: number, work: () => Promise<number>) => (days > 0 ? work() : Promise.resolve(0));
  const { enquiries: lead, suspects, mails: mail, quarantine, enrolments: enrolled, webhooks } = retentionDays;
  const withStatus = (status: 'new' | 'suspect', days: number) =>
    eraseEnquiries(db, store, and(eq(enquiries.status, status), olderThan(enquiries.createdAt, days)));
  return {
    enquiries: await of(lead, () => withStatus('new', lead)),
    suspects: await of(suspects, () => withStatus('suspect', suspects)),
    mails: await of(mail, () => eraseMails(db, dataDir, mail)),
    quarantine: await of(quarantine, () => eraseQuarantine(store, quarantine)),
    enrolments: await of(enrolled, () => eraseEnrolments(db, enrolled)),
    webhooks: await of(webhooks, () => eraseWebhooks(db, webhooks)),
  };
}

/** Applies the retention every night. */
export const retentionJob = (db: Db, store: FileStore, config: Config): ScheduledJob => ({
  name: 'retention',
  schedule: '17 21 * * *',
  run: async () => void (await applyRetention(db, store, config)),
});

const BATCH = 500;

/** Rows first: a file without a row is found by the next start, a row without its file would be a lie. */
const eraseEnquiries = async (db: Db, store: FileStore, condition: SQL | undefined): Promise<number> => {
  for (let erased = 0; ; ) {
    const due = await db.select({ id: enquiries.id }).from(enquiries).where(condition).limit(BATCH);
    if (due.length === 0) return erased;
    const ids = due.map(({ id }) => id);
    const stored = await db.select({ name: files.storedName }).from(files).where(inArray(files.enquiryId, ids));
    await db.delete(enquiries).where(inArray(enquiries.id, ids));
    await removeFiles(
      store,
      stored.map(({ name }) => `${UPLOADS}/${name}`),
    );
    erased += due.length;
  }
};

/** Erases mails that are no longer queued, and what the outbox has of them. @returns how many */
const eraseMails = async (db: Db, dataDir: string, days: number): Promise<number> => {
  const gone = await db
    .delete(mails)
    .where(and(ne(mails.status, 'queued'), olderThan(mails.createdAt, days)))
    .returning({ id: mails.id });
  await removeFiles(
    folderFiles(dataDir),
    gone.map(({ id }) => `${OUTBOX}/${id}.eml`),
  );
  return gone.length;
};

/** The moment that names the folder. */
const quarantinedAt = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

/** Erases files that were moved away so many days ago. @returns the number of moves */
const eraseQuarantine = async (store: FileStore, days: number): Promise<number> => {
  let erased = 0;
  for (const name of await store.folders(QUARANTINE)) {
    if (!(Date.now() - quarantinedAt(name) > days * 24 * 60 * 60_000)) continue;
    const folder = `${QUARANTINE}/${name}`;
    for await (const file of store.list(folder)) await store.remove(`${folder}/${file.name}`);
    erased += 1;
  }
  return erased;
};

/** True for rows whose moment is more than so many days ago. */
const olderThan = (moment: AnyPgColumn, days: number): SQL => lt(moment, sql`now() - ${days} * interval '1 day'`);
