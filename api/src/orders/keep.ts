import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CURRENCY } from '../../wire/orders';
import type { Db } from '../db/database';
import { orders } from '../db/payment-tables/orders-schema';
import type { Enrolment } from '../enrolments/save';
import type { Order } from './record';

interface Kept {
  order: Order;
  /** False when an earlier click made it: the provider may know it already. */
  isNew: boolean;
}

/** What is to be ordered. */
export interface OrderRequest {
  /** In paise. */
  amount: number;
  /** Of the visitor's click, so that a repeat gets the same order. */
  submissionKey: string | undefined;
  /** The same as the browser sent it, which an enrolment of the same click carries, too. */
  attempt: string | undefined;
  enrolment: Enrolment | undefined;
}

/** Keeps an order as a row, once for each click. The provider has not heard of it yet. */
export const keepOrder = async (db: Db, { amount, submissionKey, attempt, enrolment }: OrderRequest): Promise<Kept> => {
  const receipt = `course_${randomBytes(12).toString('hex')}`;
  const [created] = await db
    .insert(orders)
    .values({
      id: randomUUID(),
      receipt,
      amount,
      currency: CURRENCY,
      ...(submissionKey && { submissionKey }),
      ...(attempt && { attempt }),
      ...(enrolment && { enrolmentId: enrolment.id }),
    })
    .onConflictDoNothing()
    .returning();
  if (created) return { order: created, isNew: true };
  const [known] = await db
    .select()
    .from(orders)
    .where(eq(orders.submissionKey, submissionKey ?? ''));
  if (!known) throw new Error('An order was neither new nor known.');
  return { order: known, isNew: false };
};
