import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { RECOVERED_EVENT, type Recovery } from '@wholepage/contracts/page';
import { Component, type ReactNode, startTransition } from 'react';
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

class Boundary extends Component<{ onFail(error: unknown): void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFail(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Puts what was typed into a field that is gone into the one in its place. React hears of it as of typing. */
function typeAgain(from: Field, to: Field): void {
  if (to.name !== from.name || to.type !== from.type) return;
  for (const key of ['value', 'checked', 'files'] as const) {
    // The element's own property is React's: what is set by it counts as known.
    const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), key);
    const value: unknown = Reflect.get(from, key);
    if (!property?.set || value === Reflect.get(to, key) || (to.type === 'file' && key === 'value')) continue;
    property.set.call(to, value);
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Puts the HTML of a fragment that is gone into the one in its place, which is another team's. */
function fillAgain(from: Element, to: Element): void {
  const { of, key, state } = FRAGMENT_ATTRIBUTES;
  if (to.hasChildNodes() || to.getAttribute(of) !== from.getAttribute(of)) return;
  for (const name of [key, state]) to.setAttribute(name, from.getAttribute(name) ?? '');
  to.append(...from.cloneNode(true).childNodes);
}

/** Remembers what in an element is not React's. @returns what puts it back, where React made the element's content from scratch */
function keepForeign(element: Element): () => void {
  const fields = () => [...element.querySelectorAll<Field>('input,textarea,select')];
  const fragments = () => [...element.querySelectorAll(FRAGMENT_ELEMENT)];
  const before = { fields: fields(), fragments: fragments() };
  const pairs = <T extends Element>(gone: readonly T[], now: readonly T[], put: (from: T, to: T) => void): void =>
    gone.forEach((from, index) => {
      const to = now[index];
      if (to && !from.isConnected) put(from, to);
    });
  return () => {
    pairs(before.fields, fields(), typeAgain);
    pairs(before.fragments, fragments(), fillAgain);
  };
}

/**
 * Opens a React root that keeps to its own element, whatever happens to that. HTML that was changed on its way is made
 * from scratch, with what was typed into it. So is a tree whose nodes somebody moved later. The element tells the host of
 * each recovery by {@link RECOVERED_EVENT}.
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

  const whole = () => <Boundary onFail={fail}>{shown}</Boundary>;

  const renderFromScratch = (): void => {
    const putBack = keepForeign(element);
    element.replaceChildren();
    const created = createRoot(element, { identifierPrefix, onUncaughtError: fail });
    root = created;
    flushSync(() => created.render(whole()));
    putBack();
  };

  const hydrate = (): void => {
    const putBack = keepForeign(element);
    const hydrated: Root = hydrateRoot(element, whole(), {
      identifierPrefix,
      onUncaughtError: fail,
      onRecoverableError(error) {
        // React calls it an error that a page is left before it was hydrated.
        if (root !== hydrated) return;
        putBack();
        tell('hydration', error);
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
      root?.render(whole());
    },
    unmount() {
      isClosed = true;
      const closed = root;
      root = undefined;
      closed?.unmount();
    },
  };
}
