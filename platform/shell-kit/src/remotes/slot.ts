import { RECOVERED_EVENT } from '@wholepage/contracts/page';
import styles from './failure-panel.module.css';

/** Copies what the server made, in a document that loads nothing. @returns what makes its nodes for this one, as often as called */
export function copyOf(element: HTMLElement): () => ChildNode[] {
  const served = document.implementation.createHTMLDocument('').importNode(element, true);
  return () => [...document.importNode(served, true).childNodes];
}

/**
 * The element that remotes render into. Every visit of a remote gets one of its own. What a remote does after it
 * was given up touches no page that is shown.
 */
export class Slot {
  /** What the server made. */
  private readonly served: () => ChildNode[];

  constructor(private element: HTMLElement) {
    this.served = copyOf(element);
  }

  /** Holds what the server made, until {@link renew} is called for the first time. */
  get current(): HTMLElement {
    return this.element;
  }

  /** Puts an empty slot in the place of the one before. */
  renew(): HTMLElement {
    const fresh = this.element.cloneNode(false) as HTMLElement;
    this.element.replaceWith(fresh);
    this.element = fresh;
    return fresh;
  }

  /** Shows again what the server made, with what was typed, to be read and followed without scripts. Nobody listens to a frame's any more. */
  restore(): void {
    const nodes = this.served();
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement && node.sandbox.length > 0) node.setAttribute('sandbox', '');
    const slot = this.renew();
    slot.append(...nodes);
    slot.dispatchEvent(new CustomEvent(RECOVERED_EVENT, { bubbles: true }));
  }
}

/** Why a page is not there: its server could not be reached, or its code failed. */
export type Cause = 'unreachable' | 'failed';

const sentenceFor = (cause: Cause): string => {
  if (!navigator.onLine) return 'You are offline. The page comes by itself as soon as the line is back.';
  if (cause === 'unreachable') return 'Our server could not be reached. Your connection or our server may be down.';
  return 'Something went wrong on our side.';
};

/** Says in the slot that its page could not be shown, and what the visitor can do. Needs no file that might be missing. */
export function failurePanel(onRetry: () => void, cause: Cause = 'failed'): HTMLElement {
  const panel = Object.assign(document.createElement('div'), { className: styles.panel });
  const heading = document.createElement('h1');
  Object.assign(heading, { tabIndex: -1, textContent: 'This page could not be shown' });
  const text = document.createElement('p');
  text.textContent = `${sentenceFor(cause)} Nothing you typed elsewhere is lost.`;
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: styles.retry, textContent: 'Try again', onclick: onRetry });
  panel.append(heading, text, button);
  const retryOnline = () => panel.isConnected && onRetry();
  if (cause === 'unreachable') window.addEventListener('online', retryOnline, { once: true });
  return panel;
}
