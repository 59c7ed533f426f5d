import { attempt } from 'shared-ui/attempt';
import type { PaymentResponse } from './checkout';

const KEY = 'payment-unconfirmed';

/** Keeps a payment of this tab whose confirmation was lost, for the success page to send it again. */
export const keepUnconfirmed = (payment: PaymentResponse): void => {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(payment)));
};

export const dropUnconfirmed = (): void => {
  attempt(() => sessionStorage.removeItem(KEY));
};

export function readUnconfirmed(): PaymentResponse | undefined {
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  if (typeof kept !== 'object' || kept === null) return undefined;
  const values = new Map<string, unknown>(Object.entries(kept));
  const text = (name: keyof PaymentResponse): string => String(values.get(name) ?? '');
  return {
    razorpay_order_id: text('razorpay_order_id'),
    razorpay_payment_id: text('razorpay_payment_id'),
    razorpay_signature: text('razorpay_signature'),
  };
}
