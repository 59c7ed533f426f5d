import type { PaymentResponse, WireError } from '../wire';

/** What a merchant's page hands to `new Razorpay(…)`; names are the provider's. */
export interface CheckoutOptions {
  key: string;
  /** Paise. The order's own amount when left out. */
  amount?: number | string;
  currency?: string;
  /** The merchant's name. */
  name?: string;
  description?: string;
  order_id: string;
  prefill?: { name?: string; email?: string; contact?: string };
  notes?: Record<string, string>;
  theme?: { color?: string };
  /** False: a failed payment closes the dialog. On by default. */
  retry?: boolean | { enabled?: boolean };
  handler?: (response: PaymentResponse) => void;
  modal?: { ondismiss?: () => void; escape?: boolean };
}

/** The part of the options that may cross into the frame. */
export type FrameOptions = Omit<CheckoutOptions, 'handler' | 'modal' | 'retry'> & { retry: boolean; escape: boolean };

/** What the page tells the frame. */
export interface ToFrame {
  type: 'sandbox:open';
  options: FrameOptions;
}

/** What the frame tells the page. */
export type ToPage =
  | { type: 'sandbox:ready' }
  | { type: 'sandbox:failed'; error: WireError }
  | { type: 'sandbox:succeeded'; response: PaymentResponse }
  /** `byUser` false: closed on its own, after a failure that may not be tried again. */
  | { type: 'sandbox:closed'; byUser: boolean };
