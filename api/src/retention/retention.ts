import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/database';
import { enrolments, webhookEvents } from '../db/tables/orders-schema';
import { enquiries } from '../db/tables/schema';
import type { FileStore } from '../files/file-store';
import type { Config } from '../settings/config';
import { eraseEnquiries } from './enquiries';
import { eraseMails } from './mails';
import { olderThan } from './older-than';
import { eraseQuarantine } from './quarantine';

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
