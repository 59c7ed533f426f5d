import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';

/** Elements that are open where the frame of a page stands. */
export const AROUND_FRAME: readonly string[] = ['div'];

/** Elements that are open where a page stands in its frame. */
export const AROUND_PAGE: readonly string[] = ['div', 'main', 'div'];

/** The same for a fragment, of which its places are not known yet. */
export const AROUND_FRAGMENT: readonly string[] = [...AROUND_PAGE, FRAGMENT_ELEMENT];

/** Many more than a page may have: those beyond it are not looked at. */
export const MOST_PLACES = 200;

/** Where HTML has a place for a fragment. */
export interface PlaceInHtml {
  /** Offset of the end of the element's name: attributes are put there. */
  attributesAt: number;
  /** Offset of the end of its start tag: the content is put there. */
  contentAt: number;
  /** Names of the elements that are open there, the outermost first; the place's own is left out. */
  around: readonly string[];
  /** Name of an element around it in which no browser leaves a fragment where it stands. */
  misplacedIn?: string | undefined;
}
