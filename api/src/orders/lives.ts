import { eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { disputes, payments, refunds } from '../db/orders-schema';
import type { News, PaymentLife } from './payment-life';

/** What a payment carries beside its life; only for people. */
export interface PaymentDetails {
  method?: string | null | undefined;
  errorCode?: string | null | undefined;
  errorDescription?: string | null | undefined;
}

/** A piece of news and the payment that it is about. */
export interface PaymentNews {
  paymentId: string;
  news: News;
  details?: PaymentDetails | undefined;
}

/** The lives of an order's payments, by the provider's payment id. */
export async function loadLives(tx: Queries, orderId: string): Promise<Map<string, PaymentLife>> {
  const rows = await tx.select().from(payments).where(eq(payments.orderId, orderId));
  const ids = rows.map(({ id }) => id);
  const [given, questioned] =
    ids.length > 0
      ? [
          await tx.select().from(refunds).where(inArray(refunds.paymentId, ids)),
          await tx.select().from(disputes).where(inArray(disputes.paymentId, ids)),
        ]
      : [[], []];
  const of = <T extends { id: string; paymentId: string }>(list: T[], id: string): Map<string, T> =>
    new Map(list.filter(({ paymentId }) => paymentId === id).map((row) => [row.id, row]));
  return new Map(rows.map((row) => [row.id, { ...row, refunds: of(given, row.id), disputes: of(questioned, row.id) }]));
}

interface Learnt extends PaymentNews {
  before: PaymentLife | undefined;
  after: PaymentLife;
}

const keepPayment = async (tx: Queries, orderId: string, { paymentId, before, after, details }: Learnt) => {
  const { status, captured, amount, currency, amountRefunded } = after;
  const facts = { status, captured, amount, currency, amountRefunded };
  // Why an attempt failed is of no interest once it has succeeded, and never replaces what came later.
  const isNews = !before || status !== before.status;
  const told = isNews
    ? { errorCode: details?.errorCode ?? null, errorDescription: details?.errorDescription ?? null }
    : {};
  await tx
    .insert(payments)
    .values({ id: paymentId, orderId, ...facts, ...told, method: details?.method ?? null })
    .onConflictDoUpdate({
      target: payments.id,
      set: { ...facts, ...told, method: sql`coalesce(excluded.method, ${payments.method})`, updatedAt: sql`now()` },
    });
};

/** Writes what was learnt of a payment. */
export async function keepNews(tx: Queries, orderId: string, learnt: Learnt): Promise<void> {
  const { paymentId, news, before, after } = learnt;
  if (news.about === 'payment' || !before) await keepPayment(tx, orderId, learnt);
  if (news.about === 'payment') return;
  const table = news.about === 'refund' ? refunds : disputes;
  const { id, amount } = news;
  const status = (news.about === 'refund' ? after.refunds : after.disputes).get(id)?.status ?? news.status;
  await tx
    .insert(table)
    .values({ id, paymentId, amount, status } as typeof table.$inferInsert)
    .onConflictDoUpdate({ target: table.id, set: { status, updatedAt: sql`now()` } as object });
}
