import { eq } from 'drizzle-orm';
import type { PaymentKnown } from '../../../wire/payment-state';
import type { Queries } from '../../db/database';
import { payments } from '../../db/payment-tables/payments-schema';

/** As the provider makes them. Anything that is not the id of a payment is not looked up. */
const PAYMENT_ID = /^[\w-]{1,64}$/;

/** What may be said of a payment to anybody who has its id: whether it was made, and nothing else. */
export async function knownOf(db: Queries, id: string): Promise<PaymentKnown> {
  if (!PAYMENT_ID.test(id)) return 'unconfirmed';
  const [payment] = await db.select({ status: payments.status }).from(payments).where(eq(payments.id, id));
  if (!payment || payment.status === 'created') return 'unconfirmed';
  return payment.status === 'failed' ? 'failed' : 'confirmed';
}
