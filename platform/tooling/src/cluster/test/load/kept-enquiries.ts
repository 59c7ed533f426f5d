import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../../start/start-cluster';
import { ownersLeads } from '../owner';
import type { Senders } from './senders';

const MAILS_PATIENCE_MS = 120_000;

const repeated = (values: readonly string[]): number => values.length - new Set(values).size;

export interface Account {
  kept: number;
  /** Thanked for and not there. */
  lost: number;
  /** Kept more than once. */
  doubled: number;
  /** Mails that nobody delivered within two minutes. */
  mailsMissing: number;
  /** Delivered again under the same Message-ID, because the process died before it could write that it was taken. */
  mailsRepeated: number;
}

/** Compares what people were thanked for with what is stored, and with the mails that arrived. */
export async function accountFor(cluster: Cluster, senders: Senders): Promise<Account> {
  const end = Date.now() + MAILS_PATIENCE_MS;
  let all = await ownersLeads(cluster);
  while (all.some((lead) => lead.mail_status !== 'sent') && Date.now() < end) {
    await wait(2_000);
    all = await ownersLeads(cluster);
  }
  const ids = all.map(({ email }) => email.split('@')[0] ?? '');
  const there = new Set(ids);
  return {
    kept: all.length,
    lost: [...senders.thanked].filter((id) => !there.has(id)).length,
    doubled: repeated(ids),
    mailsMissing: all.filter((lead) => lead.mail_status !== 'sent').length,
    mailsRepeated: repeated(cluster.mails.received),
  };
}
