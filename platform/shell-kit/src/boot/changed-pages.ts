import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type PageState, RECOVERED_EVENT, type Recovery, SLOT_ID } from '@wholepage/contracts/page';
import { shapeOf } from '@wholepage/page-rules/html-shape';
import type { Reported } from '../reports/report';
import { sendReports } from '../reports/report';

// Pages that somebody else changes: proxies on their way, translators and add-ons while they are shown.

/** Texts that a translator took out, and what stands in their place. */
const replaced = new Map<Node, ChildNode>();

/**
 * Keeps texts alive that a translator replaces by an element. A framework that updates such a text changes a node that is
 * in no page. From then on this node stands in its place again, and the translator translates it once more.
 */
function keepTexts(): void {
  const observer = new MutationObserver((records) => {
    for (const { type, target } of records) {
      if (type !== 'characterData' || !replaced.has(target)) continue;
      const stand = replaced.get(target);
      replaced.delete(target);
      if (!target.isConnected && stand?.isConnected) stand.replaceWith(target);
    }
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
        // A translator puts its element beside the text or in its stead.
        const stand = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
        if (!stand?.isConnected) continue;
        replaced.set(text, stand as ChildNode);
        observer.observe(text, { characterData: true });
      }
    }
    for (const [text, stand] of replaced) if (!stand.isConnected) replaced.delete(text);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Whose the element is: a fragment's, the remote's that is shown, or the frame's. */
function ownerOf(element: Element, state: PageState, frame: Reported, shown: Reported | undefined): Reported {
  const of = element.closest(FRAGMENT_ELEMENT)?.getAttribute(FRAGMENT_ATTRIBUTES.of);
  const app = of?.split('/')[0];
  if (app) return { app: app as Reported['app'], version: state.releases[app] ?? '' };
  return (element.closest(`#${SLOT_ID}`) && shown) || frame;
}

/**
 * Lets a page outlive what others do to it. Call it before anything is hydrated.
 * A root that was made from scratch is reported by the kind of recovery. It blames nobody when the page did not arrive as the
 * composer sent it, or was translated since. Otherwise the release made HTML that it does not understand: an error of its own.
 * @param app holds all of the page @param shown the release in the slot
 */
export function outliveChanges(
  app: Element,
  state: PageState,
  frame: Reported,
  shown: () => Reported | undefined,
): void {
  const isChanged = state.shape !== undefined && shapeOf(app) !== state.shape;
  keepTexts();
  document.addEventListener(RECOVERED_EVENT, (event) => {
    const kind = (event as CustomEvent<Recovery>).detail;
    // No page of ours has this element: it is a translator's.
    const isTranslated = document.getElementsByTagName('font').length > 0;
    if (!isChanged && !isTranslated && replaced.size === 0) return;
    event.preventDefault();
    const { app, version } = ownerOf(event.target as Element, state, frame, shown());
    sendReports([{ app, version, recovered: kind }]);
  });
}
