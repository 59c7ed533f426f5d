import type { PublicConfig } from 'site/config';
import type { Offer } from '../../content/courses';
import type { Details } from '../details';
import type { CheckoutConstructor, CheckoutOptions, PaymentResponse } from './provider';

/** How the provider's dialog was left. */
export type Outcome =
  | { kind: 'paid'; payment: PaymentResponse }
  | { kind: 'failed'; description: string }
  | { kind: 'dismissed' };

/** Indigo, as in the tokens: the provider takes no custom property. */
const THEME_COLOR = '#22305F';

/** What is paid for, by whom. */
export interface Purchase {
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
      handler: (payment) => resolve({ kind: 'paid', payment }),
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
