import type { Money } from 'api-wire/money';
import type { ConfirmPayment } from 'api-wire/orders';
import type { PublicConfig } from 'site/config';
import type { Offer } from '../content/courses';
import type { Details } from './details';
import { checkoutUnavailable } from './errors';

/** Timeout of the provider's script, in milliseconds. */
export const SCRIPT_TIMEOUT = 10_000;

let loading: Promise<CheckoutConstructor> | undefined;

function loadScript(url: string): Promise<CheckoutConstructor> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, async: true });
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(checkoutUnavailable());
    };
    const timer = setTimeout(fail, SCRIPT_TIMEOUT);
    script.onerror = fail;
    script.onload = () => {
      // A captive portal's page loads without an error, too, but defines no checkout.
      if (!window.Razorpay) return fail();
      clearTimeout(timer);
      resolve(window.Razorpay);
    };
    document.head.append(script);
  });
}

/**
 * Returns the provider's checkout. The first payment fetches its script.
 * @throws EnrolmentError after a failure or 10 s; the next call tries again
 */
export async function loadCheckout(url: string): Promise<CheckoutConstructor> {
  if (window.Razorpay) return window.Razorpay;
  loading ??= loadScript(url).finally(() => {
    loading = undefined;
  });
  return loading;
}

/** How the provider's dialog ended. */
export type Outcome =
  | { kind: 'paid'; payment: ConfirmPayment }
  | { kind: 'failed'; description: string }
  | { kind: 'dismissed' };

/** The tokens' indigo: the provider accepts no custom property. */
const THEME_COLOR = '#22305F';

/** Offer, order and buyer of a payment. */
interface Purchase {
  offer: Offer;
  orderId: string;
  details: Details;
  config: PublicConfig;
}

const optionsFor = ({ offer, orderId, details, config }: Purchase): Omit<CheckoutOptions, 'handler' | 'modal'> => ({
  key: config.payment.keyId,
  ...offer.price,
  name: config.company.name,
  description: offer.description,
  order_id: orderId,
  prefill: { name: details.name, email: details.email, contact: details.phone },
  notes: { course: offer.label, variant: offer.variant },
  theme: { color: THEME_COLOR },
  // A retry needs a new order, so it starts from our form, which keeps the input.
  retry: { enabled: false },
});

/**
 * Opens the provider's dialog and waits for its end. The first outcome counts, because a provider may also report a
 * failed dialog as dismissed.
 * @param signal closes the dialog when the visitor leaves the page, or has paid in another window
 */
export function openCheckout(Razorpay: CheckoutConstructor, purchase: Purchase, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const checkout = new Razorpay({
      ...optionsFor(purchase),
      // Other fields of the provider's response are neither sent on nor stored.
      handler: ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }) =>
        resolve({ kind: 'paid', payment: { razorpay_order_id, razorpay_payment_id, razorpay_signature } }),
      modal: { ondismiss: () => resolve({ kind: 'dismissed' }) },
    });
    checkout.on('payment.failed', ({ error }) => {
      resolve({ kind: 'failed', description: error?.description ?? '' });
      checkout.close();
    });
    signal.addEventListener('abort', () => {
      resolve({ kind: 'dismissed' });
      checkout.close();
    });
    checkout.open();
  });
}

/** Options of the provider's checkout, under the provider's names. */
export interface CheckoutOptions extends Money {
  key: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  notes: Record<string, string>;
  theme: { color: string };
  retry: { enabled: boolean };
  handler(response: ConfirmPayment): void;
  modal: { ondismiss(): void };
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
