import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT, FRAGMENT_PLACED_EVENT } from '@wholepage/contracts/fragment';
import { painted } from '@wholepage/shell-kit/navigation/arrive';
import { HEADER_ID, hasHeader, headerProps } from './layout';

const EVENTS = ['popstate', 'single-spa:routing-event'];

/** Puts the header into a layout that came without one. */
function placeHeader(holder: HTMLElement, props: string): Element {
  const place = document.createElement(FRAGMENT_ELEMENT);
  place.setAttribute(FRAGMENT_ATTRIBUTES.of, 'explore/header');
  place.setAttribute(FRAGMENT_ATTRIBUTES.props, props);
  holder.replaceChildren(place);
  document.dispatchEvent(new Event(FRAGMENT_PLACED_EVENT));
  return place;
}

/** Keeps the layout in step with the address, once its page is painted. @param ownerOf name of the remote that owns a path */
export function followPath(ownerOf: (path: string) => string | undefined): void {
  const follow = (): void => {
    const path = window.location.pathname;
    document.body.dataset.boundaryPage = ownerOf(path) ?? '';
    const holder = document.getElementById(HEADER_ID);
    if (!holder) return;
    holder.hidden = !hasHeader(path);
    if (holder.hidden) return;
    const props = headerProps(path);
    const place = holder.querySelector(FRAGMENT_ELEMENT) ?? placeHeader(holder, props);
    if (place.getAttribute(FRAGMENT_ATTRIBUTES.props) !== props) place.setAttribute(FRAGMENT_ATTRIBUTES.props, props);
  };
  for (const event of EVENTS) window.addEventListener(event, () => void painted().then(follow));
}
