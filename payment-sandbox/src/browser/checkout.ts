import type { PaymentResponse, WireError } from '../wire';
import type { CheckoutOptions, FrameOptions, ToFrame, ToPage } from './messages';
import { type Overlay, openOverlay } from './overlay';

type FailureListener = (failure: { error: WireError }) => void;

const ORIGIN = new URL(document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href)
  .origin;

const forFrame = ({ handler, modal, retry, ...rest }: CheckoutOptions): FrameOptions => ({
  ...rest,
  retry: typeof retry === 'object' ? retry.enabled !== false : retry !== false,
  escape: modal?.escape !== false,
});

/** The provider's checkout, as far as a merchant's page can tell. */
export class Razorpay {
  readonly #options: CheckoutOptions;
  readonly #listeners: FailureListener[] = [];
  #overlay: Overlay | undefined;

  /** @throws Error when the key or the order id is missing */
  constructor(options: CheckoutOptions) {
    if (!options?.key) throw new Error('No key passed');
    if (!options.order_id) throw new Error('No order_id passed: the sandbox needs an order');
    this.#options = options;
  }

  /** `payment.failed` is the one event there is; others are accepted and never fire. */
  on(event: string, listener: FailureListener): this {
    if (event === 'payment.failed') this.#listeners.push(listener);
    return this;
  }

  /** Opens the dialog. Opening it twice changes nothing. */
  open(): void {
    if (this.#overlay) return;
    window.addEventListener('message', this.#receive);
    const src = `${ORIGIN}/checkout/frame?parent=${encodeURIComponent(location.origin)}`;
    const label = `Payment to ${this.#options.name || 'the merchant'} (sandbox)`;
    this.#overlay = openOverlay(src, label, () => this.#dismiss());
  }

  /** Closes the dialog without a word to anyone. */
  close(): void {
    window.removeEventListener('message', this.#receive);
    this.#overlay?.remove();
    this.#overlay = undefined;
  }

  readonly #receive = (event: MessageEvent): void => {
    const frame = this.#overlay?.frame.contentWindow;
    if (!frame || event.source !== frame || event.origin !== ORIGIN) return;
    const message = event.data as ToPage;
    if (message.type === 'sandbox:ready') {
      const opening: ToFrame = { type: 'sandbox:open', options: JSON.parse(JSON.stringify(forFrame(this.#options))) };
      frame.postMessage(opening, ORIGIN);
      this.#overlay?.ready();
    }
    if (message.type === 'sandbox:failed') for (const listener of this.#listeners) listener({ error: message.error });
    if (message.type === 'sandbox:succeeded') this.#succeed(message.response);
    if (message.type === 'sandbox:closed') this.#dismiss(message.byUser);
  };

  #succeed(response: PaymentResponse): void {
    this.close();
    this.#options.handler?.(response);
  }

  #dismiss(byUser = true): void {
    // The merchant may have closed the dialog itself when it heard of the failure.
    if (!this.#overlay) return;
    this.close();
    if (byUser) this.#options.modal?.ondismiss?.();
  }
}

Object.assign(window, { Razorpay });
