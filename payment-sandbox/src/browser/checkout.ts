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

interface Overlay {
  frame: HTMLIFrameElement;
  /** The frame has drawn itself: what stood in for it goes. */
  ready(): void;
  /** Gives the page back as it was, focus included. */
  remove(): void;
}

/**
 * Lays the checkout's frame over the page as a modal dialog: focus moves in and stays, the page behind does not scroll.
 * @param onGiveUp the visitor did not want to wait for the frame any longer
 */
function openOverlay(src: string, label: string, onGiveUp: () => void): Overlay {
  const focused = document.activeElement;
  const scrolling = document.documentElement.style.overflow;
  const cover = make('div', COVER);
  cover.className = 'razorpay-container';
  cover.setAttribute('role', 'dialog');
  cover.setAttribute('aria-modal', 'true');
  cover.setAttribute('aria-label', label);
  const waiting = make('div', WAITING);
  const giveUp = make('button', { padding: '8px 16px', minHeight: '44px' }, 'Close');
  giveUp.type = 'button';
  giveUp.addEventListener('click', onGiveUp);
  waiting.append(make('p', {}, 'Opening the payment sandbox…'), giveUp);
  const frame = make('iframe', FRAME);
  frame.className = 'razorpay-checkout-frame';
  frame.title = label;
  frame.src = src;

  // Tabbing out of the frame lands on one of these, which hand the focus back.
  const guards = [make('span', UNSEEN), make('span', UNSEEN)] as const;
  for (const guard of guards) {
    guard.tabIndex = 0;
    guard.addEventListener('focus', () => frame.focus());
  }
  const keepFocus = (event: FocusEvent): void => {
    const target = event.target;
    if (target instanceof Node && !cover.contains(target) && !inModalDialog(target)) frame.focus();
  };
  cover.append(guards[0], waiting, frame, guards[1]);
  document.body.append(cover);
  document.documentElement.style.overflow = 'hidden';
  document.addEventListener('focusin', keepFocus);
  frame.style.visibility = 'hidden';
  giveUp.focus();

  return {
    frame,
    ready() {
      waiting.remove();
      frame.style.visibility = 'visible';
      frame.focus();
    },
    remove() {
      document.removeEventListener('focusin', keepFocus);
      document.documentElement.style.overflow = scrolling;
      cover.remove();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    },
  };
}

// Styles are set one by one: the page's policy refuses style attributes and style sheets that are not its own.
function make<K extends keyof HTMLElementTagNameMap>(tag: K, styles: Styles, text = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element.style, styles);
  element.textContent = text;
  return element;
}

const inModalDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog[open]') !== null;

/** What is set on an element's own style. */
type Styles = Partial<CSSStyleDeclaration>;

/** The page behind is seen through it. */
const COVER: Styles = {
  position: 'fixed',
  inset: '0',
  zIndex: '2147483647',
  background: 'rgb(20 18 16 / 0.62)',
  colorScheme: 'light',
};
/** Covers all of it. */
const FRAME: Styles = {
  position: 'absolute',
  inset: '0',
  width: '100%',
  height: '100%',
  border: '0',
  background: 'transparent',
  colorScheme: 'light',
};
/** What stands there until the frame has drawn itself. */
const WAITING: Styles = {
  position: 'absolute',
  top: '40%',
  left: '0',
  right: '0',
  textAlign: 'center',
  color: '#fff',
  font: '16px/1.5 system-ui, sans-serif',
};
/** Takes the focus without being seen. */
const UNSEEN: Styles = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' };

Object.assign(window, { Razorpay });
