import type { Db } from '../../db/database';
import { isAbandoned } from '../abandoned';
import { applyUpdates } from '../apply-updates';
import { expireOrder } from '../expire';
import { UNPAID } from '../order-state';
import type { PaymentUpdate } from '../payments/update';
import type { ProviderClient } from '../provider/provider';
import { updateOfPayment, updateOfRefund } from '../provider/updates';
import type { ProviderPayment } from '../provider/wire';
import { noteProviderOrder } from '../provider-order-id';
import type { Applied, Order } from '../record';
import type { Reconciler } from './reconciler';

const updatesOf = async (provider: ProviderClient, payment: ProviderPayment): Promise<PaymentUpdate[]> => {
  const refunded = payment.status === 'refunded' || (payment.amount_refunded ?? 0) > 0;
  const refunds = refunded ? await provider.refundsOf(payment.id) : [];
  return [updateOfPayment(payment), ...refunds.map(updateOfRefund)];
};

/** The provider's id of an order, asked for by our receipt when its answer was lost. */
const providerIdOf = async (db: Db, provider: ProviderClient, order: Order): Promise<string | undefined> => {
  if (order.providerOrderId) return order.providerOrderId;
  const found = await provider.findOrder(order.receipt);
  return found && db.transaction((tx) => noteProviderOrder(tx, order.id, found.id));
};

/** Asks the provider for an order and its payments, and moves the order to where that puts it. @throws ProviderError */
export const settle = async ({ db, provider, announce }: Reconciler, order: Order): Promise<Applied> => {
  const providerOrderId = await providerIdOf(db, provider, order);
  const attempts = providerOrderId ? await provider.paymentsOf(providerOrderId) : [];
  const updates = (await Promise.all(attempts.map((payment) => updatesOf(provider, payment)))).flat();
  return db.transaction(async (tx) => {
    const applied = await applyUpdates(tx, announce, order.id, updates);
    const givenUp = UNPAID.includes(applied.after) && isAbandoned(order);
    const { after } = givenUp ? await expireOrder(tx, order.id) : applied;
    return { ...applied, after };
  });
};
