import type { Money } from 'api-wire/money';
import type { ConfirmPayment } from 'api-wire/orders';
import type { PublicConfig } from 'site/config';
import type { Offer } from '../content/courses';
import type { Details } from './details';
import { checkoutUnavailable } from './errors';

/** Longest wait for the provider's script, in milliseconds. */
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
      // A captive portal's page loads well, too, and defines nothing.
      if (!window.Razorpay) return fail();
      clearTimeout(timer);
      resolve(window.Razorpay);
    };
    document.head.append(script);
  });
}

/**
 * The provider's checkout; its script is fetched the first time that someone pays.
 * @throws EnrolmentError after a failure or 10 s; the next call tries again
 */
export async function loadCheckout(url: string): Promise<CheckoutConstructor> {
  if (window.Razorpay) return window.Razorpay;
  loading ??= loadScript(url).finally(() => {
    loading = undefined;
  });
  return loading;
}

/** How the provider's dialog was left. */
export type Outcome =
  | { kind: 'paid'; payment: ConfirmPayment }
  | { kind: 'failed'; description: string }
  | { kind: 'dismissed' };

/** Indigo, as in the tokens: the provider takes no custom property. */
const THEME_COLOR = '#22305F';

/** What is paid for, by whom. */
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
  // Another try is another order: it starts from our form, which keeps what was typed.
  retry: { enabled: false },
});

/**
 * Opens the provider's dialog and waits until it is left. The first outcome counts: a provider may call a failed
 * dialog dismissed, too.
 * @param signal aborted when the page goes away; the dialog goes with it
 */
export function openCheckout(Razorpay: CheckoutConstructor, purchase: Purchase, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const checkout = new Razorpay({
      ...optionsFor(purchase),
      // What else a provider may say is neither sent on nor kept.
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
