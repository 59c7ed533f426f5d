import type { DisputePhase } from '../../orders/payments/news';
import type { Enrolment } from '../save';

/** What the owner is informed of. The buyer also gets `paid` and completed refunds. */
export type Occasion =
  | 'paid'
  | 'buyer_known'
  | 'failed'
  | 'abandoned'
  | 'partly_refunded'
  | 'refunded'
  | 'refund_failed'
  | DisputePhase;

/** What a mail about money says. Amounts are hundredths of the currency. */
export interface Occurrence {
  occasion: Occasion;
  enrolment: Enrolment | undefined;
  /** Ours of the order; undefined where there is none yet. */
  orderId?: string | undefined;
  /** Of the order, or of the payment that it is about. */
  amount: number;
  /** Of a payment that does not fit; rupees are understood. */
  currency?: string | undefined;
  /** Of the refund or dispute that it is about. */
  part?: number | undefined;
  /** All that has gone back for certain. */
  refunded: number;
  /** Tax comes on top of the price of the course. */
  plusTax?: boolean | undefined;
  receipt?: string | undefined;
  paymentId?: string | undefined;
  /** Why the payment failed, in the provider's words. */
  reason?: string | undefined;
  at: Date;
}
