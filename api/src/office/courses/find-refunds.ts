import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { payments } from '../../db/payment-tables/payments-schema';
import { refundRequests } from '../../db/payment-tables/refund-requests-schema';
import type { ScheduledJob } from '../../jobs/job';
import { noteMade, type RefundDeps } from './refund';

/** Longer than a call to the provider takes. */
const SETTLED = sql`now() - interval '2 minutes'`;
/** A refund that the provider does not know after this was never made. */
const GIVEN_UP = 15 * 60_000;
const BATCH = 20;

/** Looks at the provider for refunds whose answer was lost. One that it does not know may be asked for again. */
export async function findRefunds(deps: RefundDeps, now = Date.now()): Promise<void> {
  const rows = await deps.db
    .select({ request: refundRequests, orderId: payments.orderId })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .where(and(inArray(refundRequests.state, ['asked', 'uncertain']), lt(refundRequests.updatedAt, SETTLED)))
    .limit(BATCH);
  for (const { request, orderId } of rows) {
    const made = (await deps.provider.refundsOf(request.paymentId)).find(({ receipt }) => receipt === request.id);
    if (made) await noteMade(deps, orderId, request, made);
    else if (now - request.createdAt.getTime() > GIVEN_UP)
      await deps.db
        .update(refundRequests)
        .set({
          state: 'refused',
          error: 'The provider never got it; it can be asked for again.',
          updatedAt: sql`now()`,
        })
        .where(eq(refundRequests.id, request.id));
  }
}

/** Runs {@link findRefunds} each minute. */
export const findRefundsJob = (deps: RefundDeps): ScheduledJob => ({
  name: 'find-refunds',
  schedule: '* * * * *',
  run: () => findRefunds(deps),
});
