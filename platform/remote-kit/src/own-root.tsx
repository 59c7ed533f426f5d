import { RECOVERED_EVENT, type Recovery } from '@wholepage/contracts/page';
import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

interface OwnRootOptions {
  /** Prefix of React's ids. */
  identifierPrefix: string;
  /** `slices`: hydrate as a transition, which stays responsive; `hydrate`: synchronously; `render`: there is no server HTML. */
  start: 'slices' | 'hydrate' | 'render';
  /** Called when the tree failed and was removed from the element. */
  onFail(error: unknown): void;
}

/** A React root with its own element. */
export interface OwnRoot {
  render(tree: ReactNode): void;
  unmount(): void;
}

/** Most recoveries of a root, in case something changes the page endlessly. */
const MOST_RECOVERIES = 5;

/** Whether React found its nodes moved or replaced, as by translators and add-ons. */
const isOfChangedDom = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError');

/**
 * Opens a React root that recovers from foreign changes: HTML changed on its way, or nodes moved later, are rendered anew. The
 * element dispatches {@link RECOVERED_EVENT} for each recovery; the host then restores typed values and fragments of other teams.
 */
export function openRoot(
  element: HTMLElement,
  tree: ReactNode,
  { identifierPrefix, start, onFail }: OwnRootOptions,
): OwnRoot {
  let root: Root | undefined;
  let shown = tree;
  let recoveries = 0;
  let isClosed = false;

  const tell = (kind: Recovery, error: unknown): void => {
    const event = new CustomEvent(RECOVERED_EVENT, { bubbles: true, cancelable: true, detail: kind });
    // Unless the host prevents it, the recovery is an error of the release.
    if (element.dispatchEvent(event)) reportError(error);
  };

  const fail = (error: unknown): void => {
    const broken = root;
    root = undefined;
    // React is still working on the failed tree.
    queueMicrotask(() => {
      if (!broken || isClosed) return;
      broken.unmount();
      recoveries += 1;
      if (!isOfChangedDom(error) || recoveries > MOST_RECOVERIES) return onFail(error);
      renderFromScratch();
      tell('dom', error);
    });
  };

  const renderFromScratch = (): void => {
    element.replaceChildren();
    root = createRoot(element, { identifierPrefix, onUncaughtError: fail });
    flushSync(() => root?.render(shown));
  };

  const hydrate = (): void => {
    const hydrated: Root = hydrateRoot(element, shown, {
      identifierPrefix,
      onUncaughtError: fail,
      onRecoverableError(error) {
        // React also reports a page that is left before it was hydrated.
        if (root === hydrated) tell('hydration', error);
      },
    });
    root = hydrated;
  };

  if (start === 'render') renderFromScratch();
  else if (start === 'slices') startTransition(hydrate);
  else flushSync(hydrate);

  return {
    render(next) {
      shown = next;
      root?.render(next);
    },
    unmount() {
      isClosed = true;
      const closed = root;
      root = undefined;
      closed?.unmount();
    },
  };
}
