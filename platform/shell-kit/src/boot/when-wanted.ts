import { savesData } from '../navigation/links';

/** What tells that somebody is there. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'submit'] as const;
const FIRST_PAINT = 'first-contentful-paint';

/** Calls once something of the page is on the screen: what is fetched before delays that. */
function afterFirstPaint(callback: () => void): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) {
    requestAnimationFrame(() => setTimeout(callback));
    return;
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName(FIRST_PAINT).length === 0) return;
    observer.disconnect();
    setTimeout(callback);
  }).observe({ type: 'paint', buffered: true });
}

/**
 * Resolves when the page's scripts may be fetched. That is after the first paint, at once when a visitor touches it, and for
 * those who save data not before that.
 */
export function whenWanted(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const type of SIGNS) document.removeEventListener(type, done, true);
      resolve();
    };
    for (const type of SIGNS) document.addEventListener(type, done, { capture: true, passive: true });
    if (!savesData()) afterFirstPaint(done);
  });
}
