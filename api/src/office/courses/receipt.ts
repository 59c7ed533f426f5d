import { and, desc, eq } from 'drizzle-orm';
import type { Caller } from '../../../wire/office/caller';
import type { Db } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import { payments } from '../../db/payment-tables/payments-schema';
import { factsOf } from '../../enrolments/announce';
import { buyerMail } from '../../enrolments/mail/buyer-mail';
import type { Needed } from '../../enrolments/mail/mail-occurrence';
import { RefusedError } from '../../errors';
import { audit } from '../audit/audit';

/**
 * Mails the buyer the receipt again, once for its id.
 * @returns false when there is no such order
 * @throws RefusedError 409 when nobody has paid it, or nobody knows who did
 */
export const sendReceipt = (
  { db, outgoing, owner }: Needed & { db: Db },
  caller: Caller,
  orderId: string,
  id: string,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (!order) return false;
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.captured, true)))
      .orderBy(desc(payments.updatedAt));
    const facts = await factsOf(tx, order);
    if (!payment || !facts.enrolment) throw new RefusedError(409, 'There is no paid enrolment to send a receipt for.');
    const what = { ...facts, occasion: 'paid' as const, paymentId: payment.id, at: payment.createdAt };
    const message = buyerMail(what, facts.enrolment, owner);
    if (message)
      await outgoing.add(tx, { key: `receipt:${orderId}:${id}`, email: facts.enrolment.email, content: { message } });
    await audit(tx, caller, { area: 'courses', action: 'send receipt', record: orderId });
    return true;
  });
