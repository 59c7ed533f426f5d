import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type PageState, RECOVERED_EVENT, type Recovery } from '@wholepage/contracts/page';
import { shapeOf } from '@wholepage/page-rules/html-shape';
import type { Reported } from '../reports/report';

/** What in a page is not React's: what was typed, and what another team's root has made. */
const FOREIGN = `input,textarea,select,${FRAGMENT_ELEMENT}`;

/**
 * Lets a page outlive what others do to it: proxies on its way, translators and add-ons while it is shown. Call it before
 * anything is hydrated. What mends such pages is fetched when one is met.
 * A root that was made from scratch blames nobody when the page did not arrive as the composer sent it, or was translated
 * since. Otherwise the release made HTML that it does not understand: an error of its own.
 * @param app holds all of the page @param shown the release in the slot
 */
export function outliveChanges(
  app: Element,
  state: PageState,
  frame: Reported,
  shown: () => Reported | undefined,
): void {
  let isChanged = state.shape !== undefined && shapeOf(app) !== state.shape;
  const served = [...app.querySelectorAll(FOREIGN)];
  // No page of ours has this element: it is a translator's.
  const translations = document.getElementsByTagName('font');
  const mender = () => import(/* webpackChunkName: "changed-page" */ './mend-page');

  new MutationObserver((records, observer) => {
    if (translations.length === 0) return;
    isChanged = true;
    // A text that was taken out is watched from here on: a framework may update it before its mender has come.
    for (const { removedNodes } of records)
      for (const node of removedNodes)
        if (node.nodeType === Node.TEXT_NODE) observer.observe(node, { characterData: true });
    mender().then(({ keepTexts }) => keepTexts(records), console.error);
  }).observe(document.body, { childList: true, subtree: true });

  document.addEventListener(RECOVERED_EVENT, (event) => {
    const isOfOthers = isChanged;
    if (isOfOthers) event.preventDefault();
    mender().then(({ mend, report }) => {
      mend(event.target as Element, FOREIGN, served);
      if (isOfOthers) report(event as CustomEvent<Recovery>, state, shown() ?? frame, frame);
    }, console.error);
  });
}
