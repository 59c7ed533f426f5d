import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import { payments } from '../../db/payment-tables/payments-schema';
import { noteProviderOrder } from '../provider-order-id';
import type { ProviderEvent } from './event';

const first = async (rows: Promise<{ id: string }[]>): Promise<string | undefined> => (await rows)[0]?.id;

/** Id of the order that an event is about; undefined when it is none of ours. */
export const findOrder = async (tx: Queries, event: ProviderEvent): Promise<string | undefined> => {
  const { providerOrderId, receipt, paymentId } = event;
  const orderId = { id: orders.id };
  const byId =
    providerOrderId &&
    (await first(tx.select(orderId).from(orders).where(eq(orders.providerOrderId, providerOrderId))));
  if (byId) return byId;
  const byPayment =
    paymentId && (await first(tx.select({ id: payments.orderId }).from(payments).where(eq(payments.id, paymentId))));
  if (byPayment) return byPayment;
  // The answer to our own request was lost, and the payment is faster than the reconciliation.
  const byReceipt = receipt && (await first(tx.select(orderId).from(orders).where(eq(orders.receipt, receipt))));
  if (byReceipt && providerOrderId) await noteProviderOrder(tx, byReceipt, providerOrderId);
  return byReceipt || undefined;
};
