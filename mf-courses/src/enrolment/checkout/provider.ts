import type { Money } from 'api-wire/money';

/** What the provider's checkout takes. Names are the provider's. */
export interface CheckoutOptions extends Money {
  key: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  notes: Record<string, string>;
  theme: { color: string };
  retry: { enabled: boolean };
  handler(response: PaymentResponse): void;
  modal: { ondismiss(): void };
}

/** What the success handler is given. */
export interface PaymentResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export interface PaymentFailure {
  error: { description?: string };
}

export interface Checkout {
  open(): void;
  close(): void;
  on(event: 'payment.failed', listener: (failure: PaymentFailure) => void): unknown;
}

export type CheckoutConstructor = new (options: CheckoutOptions) => Checkout;

declare global {
  interface Window {
    Razorpay?: CheckoutConstructor | undefined;
  }
}
