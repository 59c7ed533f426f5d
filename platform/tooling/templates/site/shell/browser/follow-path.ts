import { painted } from '@wholepage/shell-kit/navigation/arrive';

const EVENTS = ['popstate', 'single-spa:routing-event'];

/** Marks the menu's link to the page that is shown, once it is painted. */
export function followPath(): void {
  const follow = (): void => {
    for (const link of document.querySelectorAll('.layout-nav a')) {
      if (link.getAttribute('href') === window.location.pathname) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  };
  for (const event of EVENTS) window.addEventListener(event, () => void painted().then(follow));
}
