import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { payments } from '../../db/payment-tables/payments-schema';
import { refundRequests } from '../../db/payment-tables/refund-requests-schema';
import { ProviderError } from '../../errors';
import type { ScheduledJob } from '../../jobs/job';
import { noteMade, type RefundDeps } from './refund';

/** Longer than a call to the provider takes. */
const SETTLED = sql`now() - interval '2 minutes'`;
/** A refund that the provider does not know after this was never made. */
const GIVEN_UP = 15 * 60_000;
const BATCH = 20;
const LOST: ('asked' | 'uncertain')[] = ['asked', 'uncertain'];

type Lost = { request: typeof refundRequests.$inferSelect; orderId: string };

async function findRefund(deps: RefundDeps, { request, orderId }: Lost, now: number): Promise<void> {
  const made = (await deps.provider.refundsOf(request.paymentId)).find(({ receipt }) => receipt === request.id);
  if (made) return noteMade(deps, orderId, request, made);
  if (now - request.createdAt.getTime() <= GIVEN_UP) return;
  const error = 'The provider never got it; it can be asked for again.';
  await deps.db
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
