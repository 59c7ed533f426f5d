import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type PageState, type Recovery, SLOT_ID } from '@wholepage/contracts/page';
import { type Reported, sendReports } from '../reports/report';

/** Texts that a translator took out, and what stands in their place. */
const replaced = new Map<Node, ChildNode>();

/**
 * Keeps texts alive that a translator replaces by an element. A framework that updates such a text changes a node that is
 * in no page. From then on this node stands in its place again, and the translator translates it once more.
 * @param records of what was replaced, and of the updates of texts that were
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
      // A translator puts its element beside the text or in its stead.
      const stand = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      if (stand?.isConnected) replaced.set(text, stand as ChildNode);
    }
  }
  for (const [text, stand] of replaced) if (!stand.isConnected) replaced.delete(text);
}

/** Puts what was typed into a field that is gone into the one in its place. A framework hears of it as of typing. */
function typeAgain(from: Element, to: Element): void {
  for (const key of ['value', 'checked', 'files']) {
    // The element's own property is React's: what is set by it counts as known.
    const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), key);
    const value: unknown = Reflect.get(from, key);
    const isPath = key === 'value' && from.getAttribute('type') === 'file';
    if (!property?.set || isPath || value === Reflect.get(to, key)) continue;
    property.set.call(to, value);
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Puts the HTML of a fragment that is gone into the one in its place, which is another team's. */
function fillAgain(from: Element, to: Element): void {
  if (to.hasChildNodes()) return;
  for (const name of [FRAGMENT_ATTRIBUTES.key, FRAGMENT_ATTRIBUTES.state])
    to.setAttribute(name, from.getAttribute(name) ?? '');
  to.append(...from.cloneNode(true).childNodes);
}

const isSame = (from: Element, to: Element): boolean =>
  from.localName === to.localName &&
  ['name', 'type', FRAGMENT_ATTRIBUTES.of].every((name) => from.getAttribute(name) === to.getAttribute(name));

/** Whoever was typing goes on where they were. */
function focusAgain(from: Element, to: Element): void {
  if (document.activeElement !== document.body || !(to instanceof HTMLElement)) return;
  to.focus({ preventScroll: true });
  const { selectionStart: start, selectionEnd: end } = from as HTMLInputElement;
  // Fields of a mail address know of no caret.
  if (start !== null && start !== undefined) (to as HTMLInputElement).setSelectionRange(start, end);
}

/**
 * Puts back what was not React's into an element whose content React made from scratch.
 * @param foreign selects it
 * @param known what the page has, or had, of it; what is put back takes the place of what is gone
 * @param focused what had the focus
 */
export function mend(element: Element, foreign: string, known: Element[], focused: Element | null): void {
  for (const to of element.querySelectorAll(foreign)) {
    const at = known.includes(to) ? -1 : known.findIndex((from) => !from.isConnected && isSame(from, to));
    const from = known[at];
    if (!from) continue;
    known[at] = to;
    // Whoever types there by now goes on.
    if (to === document.activeElement) continue;
    if (to.localName === FRAGMENT_ELEMENT) fillAgain(from, to);
    else typeAgain(from, to);
    if (from === focused) focusAgain(from, to);
  }
}

/** Reports a root that was made from scratch by the kind of its recovery, and nothing of the change. @param shown the release in the slot */
export function report(event: CustomEvent<Recovery>, { releases }: PageState, shown: Reported, layout: Reported): void {
  const element = event.target as Element;
  const [app] = element.closest(FRAGMENT_ELEMENT)?.getAttribute(FRAGMENT_ATTRIBUTES.of)?.split('/') ?? [];
  const own = element.closest(`#${SLOT_ID}`) ? shown : layout;
  const reported = app ? { app: app as Reported['app'], version: releases[app] ?? '' } : own;
  sendReports([{ ...reported, recovered: event.detail }]);
}
