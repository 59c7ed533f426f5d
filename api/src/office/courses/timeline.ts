import type { OrderStory } from '../../../wire/office/courses';
import type { orders } from '../../db/payment-tables/orders-schema';
import type { payments } from '../../db/payment-tables/payments-schema';
import type { refundRequests } from '../../db/payment-tables/refund-requests-schema';
import type { disputes, refunds } from '../../db/payment-tables/refunds-schema';

type Order = typeof orders.$inferSelect;
type Payment = typeof payments.$inferSelect;
type Refund = typeof refunds.$inferSelect;
type Dispute = typeof disputes.$inferSelect;
type Request = typeof refundRequests.$inferSelect;

type Event = { at: Date; text: string; amount: number | null };

const PAYMENT: Readonly<Record<Payment['status'], string>> = {
  created: 'The buyer began to pay',
  failed: 'A payment failed',
  authorized: 'The bank agreed; the money is not here yet',
  captured: 'Paid',
  // Its refunds are events of their own.
  refunded: 'Paid',
};
const REFUND: Readonly<Record<Refund['status'], string>> = {
  pending: 'A refund is on its way',
  failed: 'A refund failed',
  processed: 'Refunded',
};
const DISPUTE: Readonly<Record<Dispute['status'], string>> = {
  open: "The buyer's bank asks for the money back",
  under_review: 'The dispute is being looked at',
  action_required: "Answer the dispute in the provider's dashboard",
  closed: 'The dispute was closed',
  won: 'The dispute was won',
  lost: 'The dispute was lost, and the bank has the money',
};
const REQUEST: Readonly<Record<Request['state'], string>> = {
  asked: 'asked for a refund',
  made: 'asked for a refund, and the provider took it',
  refused: 'asked for a refund, which was not made',
  uncertain: 'asked for a refund; the provider has not answered',
};

interface Facts {
  order: Order;
  payments: readonly Payment[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  requests: readonly Request[];
}

/** When a payment came to where it stands: a refund changes its row later. */
const momentOf = ({ status, capturedAt, createdAt, updatedAt }: Payment): Date =>
  capturedAt ?? (status === 'created' ? createdAt : updatedAt);

/** What took time is two events: its first word and its outcome. */
const twoEvents = (row: { createdAt: Date; updatedAt: Date; amount: number }, first: string, last: string): Event[] =>
  [
    { at: row.createdAt, text: first, amount: row.amount },
    { at: row.updatedAt, text: last, amount: row.amount },
  ].filter(({ text }, index) => index === 1 || (text !== last && row.createdAt < row.updatedAt));

/** What happened to an order, oldest first, in words of an owner. */
export function timelineOf({ order, payments, refunds, disputes, requests }: Facts): OrderStory['timeline'] {
  const events: Event[] = [
    { at: order.createdAt, text: 'The order was made', amount: order.amount },
    ...payments.map((payment) => ({
      at: momentOf(payment),
      text: [PAYMENT[payment.status], payment.method && `by ${payment.method}`, payment.errorDescription]
        .filter(Boolean)
        .join(', '),
      amount: payment.amount,
    })),
    ...refunds.flatMap((refund) => twoEvents(refund, REFUND.pending, REFUND[refund.status])),
    ...disputes.flatMap((dispute) => twoEvents(dispute, DISPUTE.open, DISPUTE[dispute.status])),
    ...requests.map(({ createdAt, requestedBy, state, reason, amount, error }) => ({
      at: createdAt,
      text: `${requestedBy} ${REQUEST[state]}: ${reason}${state === 'refused' && error ? `. ${error}` : ''}`,
      amount,
    })),
    ...(order.expiredAt ? [{ at: order.expiredAt, text: 'The order was given up: nobody paid', amount: null }] : []),
  ];
  return events
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...event }) => ({ at: at.toISOString(), ...event }));
}
