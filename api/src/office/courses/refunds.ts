import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { ofUnits, spell } from '../../../wire/money';
import type { Caller } from '../../../wire/office/caller';
import type { Db } from '../../db/database';
import { orders, payments, refundRequests } from '../../db/tables/orders-schema';
import type { Announce } from '../../enrolments/announce';
import { messageOf, ProviderError, RefusedError } from '../../errors';
import type { ScheduledJob } from '../../jobs/runner';
import { applyUpdates } from '../../orders/apply-updates';
import type { PaymentMoney } from '../../orders/money';
import { type ProviderClient, type ProviderRefund, updateOfRefund } from '../../orders/provider';
import { loadMoney } from '../../orders/record';
import { audit } from '../access';

interface RefundDeps {
  db: Db;
  provider: ProviderClient;
  announce: Announce;
}

/** What somebody of the office asks for, in the smallest unit of the payment's currency. */
interface NewRefund {
  id: string;
  payment_id: string;
  amount: number;
  reason: string;
}

/** Why nothing of a payment can be given back. */
const notReturnable = ({ inDispute, lost }: PaymentMoney): string => {
  if (inDispute.amount > 0)
    return `The buyer's bank asks for ${spell(inDispute)} of this payment back: answer the dispute first, or the money goes twice.`;
  if (lost.amount > 0)
    return `The buyer's bank has taken ${spell(lost)} of this payment back: there is no more to give.`;
  return 'All of this payment has been given back, or was asked to be.';
};

/** Before the provider's words; also of one that cannot be reached. */
const REFUSED = 'The refund was not made. ';

/**
 * @returns false when this very request was noted before
 * @throws RefusedError when there is not so much to give back, or the provider refused this very request
 */
const note = (
  db: Db,
  caller: Caller,
  orderId: string,
  { id, payment_id, amount, reason }: NewRefund,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Two requests for one order wait for each other here, and the second sees what the first left.
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    const money = order && (await loadMoney(tx, [order])).get(orderId);
    const payment = money?.payments.find((one) => one.id === payment_id);
    if (!payment || payment.captured.amount === 0)
      throw new RefusedError(422, 'This order has no such payment that could be given back.');
    const [before] = await tx.select().from(refundRequests).where(eq(refundRequests.id, id));
    if (before?.state === 'refused') throw new RefusedError(422, REFUSED + before.error);
    if (before?.amount === amount) return false;
    if (before) throw new RefusedError(409, 'This refund was asked for with another amount.');
    const least = ofUnits(1, payment.amount.currency);
    if (amount < least.amount) throw new RefusedError(422, `A refund is of ${spell(least)} or more.`);
    if (payment.returnable.amount <= 0) throw new RefusedError(422, notReturnable(payment));
    if (amount > payment.returnable.amount)
      throw new RefusedError(422, `Only ${spell(payment.returnable)} of this payment can still be given back.`);
    await tx.insert(refundRequests).values({ id, paymentId: payment_id, amount, reason, requestedBy: caller.name });
    await audit(tx, caller, { area: 'courses', action: 'refund', record: orderId, detail: { request: id, amount } });
    return true;
  });

/** Notes what the provider says of a refund that was asked for, and moves its order to where that puts it. */
const noteMade = (
  { db, announce }: RefundDeps,
  orderId: string,
  id: string,
  refund: ProviderRefund,
): Promise<unknown> =>
  db.transaction((tx) => applyUpdates(tx, announce, orderId, [{ ...updateOfRefund(refund), receipt: id }]));

/**
 * Gives money back through the provider, once for the request's id. A lost answer leaves the request `uncertain`, and
 * nothing is asked twice: a job looks for it at the provider.
 * @throws RefusedError when the provider refuses, in its words
 */
export async function refundPayment(
  deps: RefundDeps,
  caller: Caller,
  orderId: string,
  wanted: NewRefund,
): Promise<void> {
  if (!(await note(deps.db, caller, orderId, wanted))) return;
  const { id, payment_id: paymentId, amount, reason } = wanted;
  try {
    await noteMade(deps, orderId, id, await deps.provider.refund(paymentId, { amount, receipt: id, reason }));
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.outcome === 'refused';
    await deps.db
      .update(refundRequests)
      .set({ state: isRefused ? 'refused' : 'uncertain', error: messageOf(error).slice(0, 300), updatedAt: sql`now()` })
      .where(and(eq(refundRequests.id, id), eq(refundRequests.state, 'asked')));
    if (isRefused) throw new RefusedError(422, REFUSED + messageOf(error));
    if (!(error instanceof ProviderError)) throw error;
  }
}

/** Longer than a call to the provider takes. */
const SETTLED = sql`now() - interval '2 minutes'`;
/** A refund that the provider does not know after this was never made. */
const GIVEN_UP = 15 * 60_000;
const BATCH = 20;
const LOST: ('asked' | 'uncertain')[] = ['asked', 'uncertain'];

type Lost = { request: typeof refundRequests.$inferSelect; orderId: string };

async function findRefund(deps: RefundDeps, { request, orderId }: Lost, now: number): Promise<unknown> {
  const made = (await deps.provider.refundsOf(request.paymentId)).find(({ receipt }) => receipt === request.id);
  if (made) return noteMade(deps, orderId, request.id, made);
  if (now - request.createdAt.getTime() <= GIVEN_UP) return undefined;
  const error = 'The provider never got it; it can be asked for again.';
  return deps.db
    .update(refundRequests)
    .set({ state: 'refused', error, updatedAt: sql`now()` })
    .where(and(eq(refundRequests.id, request.id), inArray(refundRequests.state, LOST)));
}

/**
 * Looks at the provider for refunds whose answer was lost. One that it does not know may be asked for again.
 * @throws what went wrong with the first, once the others were looked for. While the provider is away, at once
 */
export async function findRefunds(deps: RefundDeps, now = Date.now()): Promise<void> {
  const rows = await deps.db
    .select({ request: refundRequests, orderId: payments.orderId })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .where(and(inArray(refundRequests.state, LOST), lt(refundRequests.updatedAt, SETTLED)))
    .orderBy(desc(refundRequests.createdAt))
    .limit(BATCH);
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await findRefund(deps, row, now);
    } catch (error) {
      if (error instanceof ProviderError && error.outcome === 'uncertain') throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Runs {@link findRefunds} each minute. */
export const findRefundsJob = (deps: RefundDeps): ScheduledJob => ({
  name: 'find-refunds',
  schedule: '* * * * *',
  run: () => findRefunds(deps),
});
