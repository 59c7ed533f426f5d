import { RECOVERED_EVENT, type Recovery } from '@wholepage/contracts/page';
import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

interface OwnRootOptions {
  /** Of the ids that React makes. */
  identifierPrefix: string;
  /** `slices`: hydrate what the server made, and answer a touch in between; `hydrate`: at once; `render`: there is nothing of the server's. */
  start: 'slices' | 'hydrate' | 'render';
  /** The tree failed, and the element holds nothing of it any more. */
  onFail(error: unknown): void;
}

/** A React root that shares its element with nobody. */
export interface OwnRoot {
  render(tree: ReactNode): void;
  unmount(): void;
}

/** A page that somebody changes without end is not made from scratch without end. */
const MOST_RECOVERIES = 5;

/** React found its nodes moved or replaced: translators and add-ons change pages while they live. */
const isOfChangedDom = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError');

/**
 * Opens a React root that keeps to its own element, whatever happens to that. HTML that was changed on its way is made
 * from scratch. So is a tree whose nodes somebody moved later. The element tells the host of each recovery by
 * {@link RECOVERED_EVENT}. The host then puts back what is not React's: what was typed, and fragments of other teams.
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
    // Where no host knows better it is an error of the release.
    if (element.dispatchEvent(event)) reportError(error);
  };

  const fail = (error: unknown): void => {
    const broken = root;
    root = undefined;
    // React is still at work on what failed.
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
        // React calls it an error that a page is left before it was hydrated.
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
