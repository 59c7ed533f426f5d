import { inArray } from 'drizzle-orm';
import { payments } from '../../db/payment-tables/payments-schema';
import { applyUpdates } from '../apply-updates';
import { updateOfDispute } from '../provider/updates';
import type { Applied } from '../record';
import type { Reconciler } from './reconciler';

/** Asks the provider for its newest disputes and applies those of our payments. */
export async function reconcileDisputes({ db, provider, announce }: Reconciler): Promise<Applied[]> {
  const disputes = await provider.disputes();
  const ids = disputes.map(({ payment_id: id }) => id);
  const ours = ids.length > 0 ? await db.select().from(payments).where(inArray(payments.id, ids)) : [];
  const applied: Applied[] = [];
  for (const { id, orderId } of ours) {
    const updates = disputes.filter(({ payment_id: paymentId }) => paymentId === id).map(updateOfDispute);
    applied.push(await db.transaction((tx) => applyUpdates(tx, announce, orderId, updates)));
  }
  return applied;
}
