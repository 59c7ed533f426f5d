import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { payments } from '../../db/payment-tables/payments-schema';
import { refundRequests } from '../../db/payment-tables/refund-requests-schema';
import { disputes, refunds } from '../../db/payment-tables/refunds-schema';
import type { PaymentHistory } from './history';
import type { PaymentUpdate } from './update';

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
    .values({
      id: paymentId,
      orderId,
      ...facts,
      ...failure,
      method: details?.method ?? null,
      capturedAt: captured ? sql`now()` : null,
    })
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        ...facts,
        ...failure,
        method: sql`coalesce(excluded.method, ${payments.method})`,
        capturedAt: sql`coalesce(${payments.capturedAt}, excluded.captured_at)`,
        updatedAt: sql`now()`,
      },
    });
};

/** The provider's report of a refund answers the request for it, also where the answer itself was lost. */
const answerRequest = (tx: Queries, paymentId: string, refundId: string, receipt: string) =>
  tx
    .update(refundRequests)
    .set({ state: 'made', refundId, error: null, updatedAt: sql`now()` })
    .where(and(eq(refundRequests.paymentId, paymentId), sql`${refundRequests.id}::text = ${receipt}`));

/** Writes a change of a payment and what it led to. */
export async function saveUpdate(tx: Queries, orderId: string, update: AppliedUpdate): Promise<void> {
  const { paymentId, change, before, after, receipt } = update;
  if (change.about === 'payment' || !before) await keepPayment(tx, orderId, update);
  if (change.about === 'payment') return;
  const table = change.about === 'refund' ? refunds : disputes;
  const { id, amount } = change;
  const status = (change.about === 'refund' ? after.refunds : after.disputes).get(id)?.status ?? change.status;
  await tx
    .insert(table)
    .values({ id, paymentId, amount, status } as typeof table.$inferInsert)
    // A report that repeats what is known is no news: the moment of the last change stays.
    .onConflictDoUpdate({
      target: table.id,
      set: { status, updatedAt: sql`now()` } as object,
      setWhere: ne(table.status, status),
    });
  if (change.about === 'refund' && receipt) await answerRequest(tx, paymentId, id, receipt);
}
