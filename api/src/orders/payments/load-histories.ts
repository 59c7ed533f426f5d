import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { payments } from '../../db/payment-tables/payments-schema';
import { disputes, refunds } from '../../db/payment-tables/refunds-schema';
import type { PaymentHistory } from './history';

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
