import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type PageState, type Recovery, SLOT_ID } from '@wholepage/contracts/page';
import { type Reported, sendReports } from '../reports/report';

/** Text nodes that a translator removed, and the element that replaces each. */
const replaced = new Map<Node, ChildNode>();

/**
 * Keeps text nodes usable that a translator replaced by an element. When a framework updates such a detached node, the
 * node takes its place again, and the translator translates the new text.
 * @param records of replaced nodes, and of updates of nodes that were replaced
 */
export function keepTexts(records: readonly MutationRecord[]): void {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') {
      const stand = replaced.get(target);
      replaced.delete(target);
      if (!target.isConnected && stand?.isConnected) stand.replaceWith(target);
    }
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
      // A translator inserts its element beside the text, or replaces the text by it.
      const stand = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      if (stand?.isConnected) replaced.set(text, stand as ChildNode);
    }
  }
  for (const [text, stand] of replaced) if (!stand.isConnected) replaced.delete(text);
}

/** Copies the value of a removed field into its successor, with an `input` event for the framework. */
function typeAgain(from: Element, to: Element): void {
  for (const key of ['value', 'checked', 'files']) {
    // React tracks values in an own property of the element: a value that is set there fires no change.
    const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), key);
    const value: unknown = Reflect.get(from, key);
    const isPath = key === 'value' && from.getAttribute('type') === 'file';
    if (!property?.set || isPath || value === Reflect.get(to, key)) continue;
    property.set.call(to, value);
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Copies the HTML of a removed fragment, which is another team's, into its empty successor. */
function fillAgain(from: Element, to: Element): void {
  if (to.hasChildNodes()) return;
  for (const name of [FRAGMENT_ATTRIBUTES.key, FRAGMENT_ATTRIBUTES.state])
    to.setAttribute(name, from.getAttribute(name) ?? '');
  to.append(...from.cloneNode(true).childNodes);
}

const isSame = (from: Element, to: Element): boolean =>
  from.localName === to.localName &&
  ['name', 'type', FRAGMENT_ATTRIBUTES.of].every((name) => from.getAttribute(name) === to.getAttribute(name));

/** Moves focus and caret from a removed field to its successor, unless the visitor focused something else. */
function focusAgain(from: Element, to: Element): void {
  if (document.activeElement !== document.body || !(to instanceof HTMLElement)) return;
  to.focus({ preventScroll: true });
  const { selectionStart: start, selectionEnd: end } = from as HTMLInputElement;
  // `type="email"` fields have no caret position.
  if (start !== null && start !== undefined) (to as HTMLInputElement).setSelectionRange(start, end);
}

/**
 * Restores foreign content (typed values, fragments) in an element that React rendered from scratch.
 * @param foreign selector of such elements
 * @param known those of the page, removed ones included; successors replace them in this list
 * @param focused the element that had the focus
 */
export function mend(element: Element, foreign: string, known: Element[], focused: Element | null): void {
  for (const to of element.querySelectorAll(foreign)) {
    const at = known.includes(to) ? -1 : known.findIndex((from) => !from.isConnected && isSame(from, to));
    const from = known[at];
    if (!from) continue;
    known[at] = to;
    // The visitor types there already.
    if (to === document.activeElement) continue;
    if (to.localName === FRAGMENT_ELEMENT) fillAgain(from, to);
    else typeAgain(from, to);
    if (from === focused) focusAgain(from, to);
  }
}

/** Reports the kind of a root's recovery, without its content. @param shown the release in the slot */
export function report(event: CustomEvent<Recovery>, { releases }: PageState, shown: Reported, layout: Reported): void {
  const element = event.target as Element;
  const [app] = element.closest(FRAGMENT_ELEMENT)?.getAttribute(FRAGMENT_ATTRIBUTES.of)?.split('/') ?? [];
  const own = element.closest(`#${SLOT_ID}`) ? shown : layout;
  const reported = app ? { app: app as Reported['app'], version: releases[app] ?? '' } : own;
  sendReports([{ ...reported, recovered: event.detail }]);
}
