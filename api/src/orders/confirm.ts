import { eq } from 'drizzle-orm';
import type { ConfirmPayment } from '../../wire/orders';
import type { Db } from '../db/database';
import { orders } from '../db/payment-tables/orders-schema';
import type { Announce } from '../enrolments/announce';
import { RefusedError } from '../errors';
import { applyUpdates } from './apply-updates';
import { isPaymentSignature } from './provider/signature';

const NOT_VERIFIED = 'This payment could not be verified. If you were charged, please write to us with the payment id.';

/**
 * Notes that the browser came back from a successful checkout, when the provider's signature proves it.
 * The money is taken only when the provider says `captured`: until then the order is `authorized`.
 * @throws RefusedError 400 when the order is not ours or the signature not the provider's
 */
export async function confirmPayment(
  db: Db,
  announce: Announce,
  given: ConfirmPayment,
  keySecret: string,
): Promise<void> {
  const usable = !/\p{Cc}|\p{Surrogate}/u.test(given.razorpay_order_id + given.razorpay_payment_id);
  const [order] = usable
    ? await db.select().from(orders).where(eq(orders.providerOrderId, given.razorpay_order_id))
    : [];
  const stored = order?.providerOrderId ?? '';
  const genuine = isPaymentSignature(stored, given.razorpay_payment_id, given.razorpay_signature, keySecret);
  if (!order || !genuine) throw new RefusedError(400, NOT_VERIFIED);
  await db.transaction((tx) =>
    applyUpdates(tx, announce, order.id, [
      { paymentId: given.razorpay_payment_id, change: { about: 'payment', status: 'authorized' } },
    ]),
  );
}
