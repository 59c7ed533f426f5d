import { PAGE_STATE_ID, type PageState } from 'contracts/page';

/** What the composer wrote into the page. */
export function readPageState(): PageState {
  const element = document.getElementById(PAGE_STATE_ID);
  if (!element?.textContent) throw new Error(`The page has no #${PAGE_STATE_ID}: it was not made by the composer.`);
  return JSON.parse(element.textContent) as PageState;
}
