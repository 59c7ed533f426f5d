import { COVER, FRAME, type Styles, UNSEEN, WAITING } from './overlay-styles';

// Styles are set one by one: the page's policy refuses style attributes and style sheets that are not its own.
function make<K extends keyof HTMLElementTagNameMap>(tag: K, styles: Styles, text = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element.style, styles);
  element.textContent = text;
  return element;
}

const inModalDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog[open]') !== null;

export interface Overlay {
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
export function openOverlay(src: string, label: string, onGiveUp: () => void): Overlay {
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
