import { type Cause, failurePanel } from './failures/failure-panel';

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

  /** Shows again what the server made, to be read and followed without scripts. Nobody listens to a frame's any more. */
  restore(): void {
    const nodes = this.served();
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement && node.sandbox.length > 0) node.setAttribute('sandbox', '');
    this.renew().append(...nodes);
  }

  showFailure(onRetry: () => void, cause: Cause): void {
    this.renew().append(failurePanel(onRetry, cause));
  }
}
