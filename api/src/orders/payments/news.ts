import type { PaymentHistory } from './history';
import { sumOfRefunds } from './refunded-amount';
import type { DisputeStatus } from './statuses';

/** Phases of a dispute in which somebody has to know or do something; the rest is the bank's own work. */
export type DisputePhase = 'disputed' | 'action_required' | 'dispute_won' | 'dispute_closed' | 'charged_back';

const PHASES: Readonly<Record<DisputeStatus, DisputePhase>> = {
  open: 'disputed',
  under_review: 'disputed',
  action_required: 'action_required',
  won: 'dispute_won',
  closed: 'dispute_closed',
  lost: 'charged_back',
};

interface NewsOfPayment {
  paymentId: string;
  /** What the payment brought; of the order's amount and currency unless it does not fit. */
  paid: number;
  currency: string;
}

/** A step of a payment that owner or buyer are informed of, once, by its `id`. Amounts are hundredths of its currency. */
export type PaymentNews = NewsOfPayment & { id: string; amount: number } & (
    | {
        about: 'refunded' | 'partly_refunded' | 'refund_failed';
        /** All that has gone back for certain, this refund among it. */
        refunded: number;
      }
    | { about: DisputePhase }
  );

const refundNews = (of: NewsOfPayment, before: PaymentHistory, after: PaymentHistory) => {
  const refunded = sumOfRefunds(after, (status) => status === 'processed');
  const whole = refunded >= of.paid;
  return [...after.refunds].flatMap(([id, { amount, status }]): PaymentNews[] => {
    // A refund that is under way may still fail: nobody is informed of money that has not gone back.
    if (status === 'pending' || status === before.refunds.get(id)?.status) return [];
    const about = status === 'failed' ? 'refund_failed' : whole ? 'refunded' : 'partly_refunded';
    return [{ ...of, about, id: `refund:${id}:${status}`, amount, refunded }];
  });
};

const disputeNews = (of: NewsOfPayment, before: PaymentHistory, after: PaymentHistory) =>
  [...after.disputes].flatMap(([id, { amount, status }]): PaymentNews[] => {
    const [about, was] = [PHASES[status], before.disputes.get(id)?.status];
    return was && PHASES[was] === about ? [] : [{ ...of, about, id: `dispute:${id}:${about}`, amount }];
  });

/** What was never captured goes back by itself, as a state of the payment without a refund of its own. */
const reversalNews = (of: NewsOfPayment, before: PaymentHistory, after: PaymentHistory) => {
  if (after.status !== 'refunded' || before.status === 'refunded' || after.refunds.size > 0) return [];
  const { paymentId, paid: amount } = of;
  return [{ ...of, about: 'refunded', id: `payment:${paymentId}:refunded`, amount, refunded: amount } as const];
};

/** What owner or buyer have to know after a payment's history has grown. */
export const newsOf = (
  paymentId: string,
  order: { amount: number; currency: string },
  before: PaymentHistory,
  after: PaymentHistory,
): PaymentNews[] => {
  const of = { paymentId, paid: after.amount ?? order.amount, currency: after.currency ?? order.currency };
  return [...refundNews(of, before, after), ...reversalNews(of, before, after), ...disputeNews(of, before, after)];
};
