import type { PaymentChange } from './history';

/** What a payment carries beside its history; only for people. */
export interface PaymentDetails {
  method?: string | null | undefined;
  errorCode?: string | null | undefined;
  errorDescription?: string | null | undefined;
}

/** A change and the payment that it is about. */
export interface PaymentUpdate {
  paymentId: string;
  change: PaymentChange;
  details?: PaymentDetails | undefined;
  /** The receipt of a refund: the id of the office's request, where the office asked for it. */
  receipt?: string | undefined;
}
