import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FakeProvider } from './orders/provider';
import type { Acknowledged } from './visitors';

/** Counts each value of a list. */
const tally = (values: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Addresses in one header of the mails with this subject. */
const namedIn = (mails: readonly string[], header: string, subject: RegExp): string[] =>
  mails
    .filter((text) => subject.test(/^Subject: (.*)$/m.exec(text)?.[1] ?? ''))
    .map((text) => new RegExp(`^${header}: (\\S+)`, 'm').exec(text)?.[1] ?? '');

const textsIn = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
};

export interface Audit {
  /** Acknowledged, but missing. */
  lost: string[];
  /** Present more than once, acknowledged or not. */
  doubled: string[];
}

/** Compares the acknowledged actions of visitors with database, files, mails and payment provider. */
export async function auditSite(
  query: (text: string) => Promise<{ value: string }[]>,
  dataDir: string,
  provider: FakeProvider,
  acknowledged: Acknowledged,
): Promise<Audit> {
  const column = async (text: string): Promise<string[]> => (await query(text)).map(({ value }) => value);
  const mails = await textsIn(path.join(dataDir, 'outbox'));
  const stored = new Set(await readdir(path.join(dataDir, 'uploads')));
  const files = await query(
    `select e.email || ' ' || f.stored_name as value from files f join enquiries e on e.id = f.enquiry_id`,
  );
  const kept = files.map(({ value }) => value.split(' ')).filter(([, name]) => stored.has(name ?? ''));
  const none: ReadonlySet<string> = new Set();
  const found: Record<string, [ReadonlySet<string>, string[]]> = {
    enquiry: [acknowledged.saved, await column('select email as value from enquiries')],
    mail: [acknowledged.mailed, await column('select email as value from mails where form is not null')],
    delivery: [acknowledged.mailed, namedIn(mails, 'Reply-To', /^(?!Receipt|Paid)/)],
    file: [acknowledged.uploaded, kept.map(([email]) => email ?? '')],
    order: [
      acknowledged.ordered,
      await column('select provider_order_id as value from orders where provider_order_id is not null'),
    ],
    'order at the provider': [none, provider.orders.map(({ receipt }) => receipt)],
    enrolment: [acknowledged.enrolled, await column('select email as value from enrolments')],
    payment: [
      acknowledged.paid,
      await column(
        `select e.email as value from enrolments e join orders o on o.enrolment_id = e.id where o.status = 'paid'`,
      ),
    ],
    receipt: [acknowledged.paid, namedIn(mails, 'To', /^Receipt/)],
    'mail of a payment': [acknowledged.paid, namedIn(mails, 'Reply-To', /^Paid/)],
  };
  const audit: Audit = { lost: [], doubled: [] };
  for (const [what, [wanted, values]] of Object.entries(found)) {
    const counts = tally(values);
    audit.lost.push(...[...wanted].filter((value) => !counts.has(value)).map((value) => `${what} ${value}`));
    audit.doubled.push(...[...counts].filter(([, count]) => count > 1).map(([value]) => `${what} ${value}`));
  }
  return audit;
}
