import type { PaymentResponse, WireError } from '../wire';

/** Options of `new Razorpay(…)` on a merchant's page, under the provider's names. */
export interface CheckoutOptions {
  key: string;
  /** Amount in paise; default: the order's. */
  amount?: number | string;
  name?: string;
  description?: string;
  order_id: string;
  prefill?: { name?: string; email?: string; contact?: string };
  notes?: Record<string, string>;
  theme?: { color?: string };
  handler?: (response: PaymentResponse) => void;
  modal?: { ondismiss?: () => void };
}

/** The options that can be posted to the frame. */
export type FrameOptions = Omit<CheckoutOptions, 'handler' | 'modal'>;

export interface ToFrame {
  type: 'sandbox:open';
  options: FrameOptions;
}

export type ToPage =
  | { type: 'sandbox:ready' }
  | { type: 'sandbox:failed'; error: WireError }
  | { type: 'sandbox:succeeded'; response: PaymentResponse }
  | { type: 'sandbox:closed' };

type FailureListener = (failure: { error: WireError }) => void;

const ORIGIN = new URL(document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href)
  .origin;

/** Imitates the provider's checkout towards a merchant's page. A failed payment closes it. */
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

  /** `payment.failed` is the only event; listeners of others are accepted and never called. */
  on(event: string, listener: FailureListener): this {
    if (event === 'payment.failed') this.#listeners.push(listener);
    return this;
  }

  /** Opens the dialog. A second call has no effect. */
  open(): void {
    if (this.#overlay) return;
    window.addEventListener('message', this.#receive);
    const src = `${ORIGIN}/checkout/frame?parent=${encodeURIComponent(location.origin)}`;
    this.#overlay = openOverlay(src, `Payment to ${this.#options.name || 'the merchant'} (sandbox)`);
  }

  close(): void {
    window.removeEventListener('message', this.#receive);
    this.#overlay?.remove();
    this.#overlay = undefined;
  }

  readonly #receive = (event: MessageEvent): void => {
    const frame = this.#overlay?.frame.contentWindow;
    if (!frame || event.source !== frame || event.origin !== ORIGIN) return;
    const message = event.data as ToPage;
    const { handler, modal, ...options } = this.#options;
    if (message.type === 'sandbox:ready') {
      const opening: ToFrame = { type: 'sandbox:open', options: JSON.parse(JSON.stringify(options)) };
      frame.postMessage(opening, ORIGIN);
      this.#overlay?.frame.focus();
      return;
    }
    this.close();
    if (message.type === 'sandbox:failed') for (const listener of this.#listeners) listener({ error: message.error });
    else if (message.type === 'sandbox:succeeded') handler?.(message.response);
    else modal?.ondismiss?.();
  };
}

interface Overlay {
  frame: HTMLIFrameElement;
  /** Removes the overlay, and restores the page's scrolling and focus. */
  remove(): void;
}

/** Lays the checkout's frame over the page as a modal dialog. It traps the focus, and the page behind does not scroll. */
function openOverlay(src: string, label: string): Overlay {
  const focused = document.activeElement;
  const scrolling = document.documentElement.style.overflow;
  const cover = make('div', COVER);
  cover.className = 'razorpay-container';
  cover.setAttribute('role', 'dialog');
  cover.setAttribute('aria-modal', 'true');
  cover.setAttribute('aria-label', label);
  const frame = make('iframe', FRAME);
  frame.className = 'razorpay-checkout-frame';
  frame.title = label;
  frame.src = src;

  // Tabbing out of the frame reaches one of these guards, which returns the focus.
  const guards = [make('span', UNSEEN), make('span', UNSEEN)] as const;
  for (const guard of guards) {
    guard.tabIndex = 0;
    guard.addEventListener('focus', () => frame.focus());
  }
  const keepFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element && !cover.contains(target) && !target.closest('dialog[open]')) frame.focus();
  };
  cover.append(guards[0], frame, guards[1]);
  document.body.append(cover);
  document.documentElement.style.overflow = 'hidden';
  document.addEventListener('focusin', keepFocus);
  frame.focus();

  return {
    frame,
    remove() {
      document.removeEventListener('focusin', keepFocus);
      document.documentElement.style.overflow = scrolling;
      cover.remove();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    },
  };
}

// Styles are set one by one: the page's content security policy blocks style attributes and foreign style sheets.
function make<K extends keyof HTMLElementTagNameMap>(tag: K, styles: Styles): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element.style, styles);
  return element;
}

type Styles = Partial<CSSStyleDeclaration>;

/** The translucent cover, through which the page behind shows. */
const COVER: Styles = {
  position: 'fixed',
  inset: '0',
  zIndex: '2147483647',
  background: 'rgb(20 18 16 / 0.62)',
  colorScheme: 'light',
};
/** The frame fills the cover. */
const FRAME: Styles = { width: '100%', height: '100%', border: '0', background: 'transparent', colorScheme: 'light' };
/** Guards can take the focus, but are not visible. */
const UNSEEN: Styles = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' };

Object.assign(window, { Razorpay });
