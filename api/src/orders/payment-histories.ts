import { eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { disputes, payments, refunds } from '../db/orders-schema';
import type { PaymentChange, PaymentHistory } from './payment-history';

/** What a payment carries beside its history; only for people. */
export interface PaymentDetails {
  method?: string | null | undefined;
  errorCode?: string | null | undefined;
  errorDescription?: string | null | undefined;
}

/** A change and the payment that it is about. */
export interface PaymentUpdate {
  paymentId: string;
  change: PaymentChange;
  details?: PaymentDetails | undefined;
}

/** The histories of an order's payments, by the provider's payment id. */
export async function loadHistories(tx: Queries, orderId: string): Promise<Map<string, PaymentHistory>> {
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

interface AppliedUpdate extends PaymentUpdate {
  before: PaymentHistory | undefined;
  after: PaymentHistory;
}

const keepPayment = async (tx: Queries, orderId: string, { paymentId, before, after, details }: AppliedUpdate) => {
  const { status, captured, amount, currency, amountRefunded } = after;
  const facts = { status, captured, amount, currency, amountRefunded };
  // Why an attempt failed is of no interest once it has succeeded, and never replaces what came later.
  const isChanged = !before || status !== before.status;
  const failure = isChanged
    ? { errorCode: details?.errorCode ?? null, errorDescription: details?.errorDescription ?? null }
    : {};
  await tx
    .insert(payments)
    .values({ id: paymentId, orderId, ...facts, ...failure, method: details?.method ?? null })
    .onConflictDoUpdate({
      target: payments.id,
      set: { ...facts, ...failure, method: sql`coalesce(excluded.method, ${payments.method})`, updatedAt: sql`now()` },
    });
};

/** Writes a change of a payment and what it led to. */
export async function saveUpdate(tx: Queries, orderId: string, update: AppliedUpdate): Promise<void> {
  const { paymentId, change, before, after } = update;
  if (change.about === 'payment' || !before) await keepPayment(tx, orderId, update);
  if (change.about === 'payment') return;
  const table = change.about === 'refund' ? refunds : disputes;
  const { id, amount } = change;
  const status = (change.about === 'refund' ? after.refunds : after.disputes).get(id)?.status ?? change.status;
  await tx
    .insert(table)
    .values({ id, paymentId, amount, status } as typeof table.$inferInsert)
    .onConflictDoUpdate({ target: table.id, set: { status, updatedAt: sql`now()` } as object });
}
