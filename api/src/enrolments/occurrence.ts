import type { Enrolment } from './save';

/** What the owner is told of. `paid` and the refunds are told to the buyer, too. */
export type Occasion =
  | 'paid'
  | 'failed'
  | 'abandoned'
  | 'partly_refunded'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'charged_back';

/** What a mail about money says. Amounts are paise. */
export interface Occurrence {
  occasion: Occasion;
  enrolment: Enrolment | undefined;
  amount: number;
  refunded: number;
  receipt?: string | undefined;
  paymentId?: string | undefined;
  /** Why the payment failed, in the provider's words. */
  reason?: string | undefined;
  at: Date;
}
