import type { Queries } from '../db/database';
import type { Announce } from '../enrolments/announce';
import { IllegalTransitionError } from '../errors';
import { isForOrder, orderStatus } from './order-state';
import { applyChange } from './payments/apply-change';
import { NO_HISTORY } from './payments/history';
import { loadHistories } from './payments/load-histories';
import { newsOf } from './payments/news';
import { saveUpdate } from './payments/save-update';
import { paymentState } from './payments/state';
import { mayFollow } from './payments/transitions';
import type { PaymentUpdate } from './payments/update';
import { type Applied, lockOrder, setStatus } from './record';

/**
 * Stores what the provider reports of an order's payments, and moves the order to where that puts it. Updates may come in any
 * order and any number of times.
 * @param tx a transaction: all of it is kept and announced, or nothing
 * @throws IllegalTransitionError when a payment would go back to a state that it has left for good
 */
export async function applyUpdates(
  tx: Queries,
  announce: Announce,
  orderId: string,
  updates: readonly PaymentUpdate[],
): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const histories = await loadHistories(tx, order.id);
  const earlier = new Map(histories);
  let problem: string | undefined;
  for (const { paymentId, change, details, receipt } of updates) {
    const before = histories.get(paymentId);
    const after = applyChange(before ?? NO_HISTORY, change);
    const [from, to] = [before && paymentState(before), paymentState(after)];
    if (from && !mayFollow(from, to)) throw new IllegalTransitionError(paymentId, from, to);
    await saveUpdate(tx, order.id, { paymentId, before, after, change, details, receipt });
    histories.set(paymentId, after);
    if (!isForOrder(order, after)) problem = `Payment ${paymentId} does not have the amount of order ${order.id}.`;
  }
  const applied = await setStatus(tx, order, orderStatus(order, histories.values()));
  const news = [...histories].flatMap(([id, after]) => newsOf(id, order, earlier.get(id) ?? NO_HISTORY, after));
  const misfits = [...histories].flatMap(([id, { captured, amount, currency }]) => {
    const isMisfit = captured && !isForOrder(order, { amount, currency });
    return isMisfit ? [{ paymentId: id, amount: amount ?? 0, currency: currency ?? order.currency }] : [];
  });
  await announce(tx, order, { ...applied, news, misfits });
  return { ...applied, ...(problem && { problem }) };
}
