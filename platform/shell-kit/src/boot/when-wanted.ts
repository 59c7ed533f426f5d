import { savesData } from '../navigation/links';

/** What tells that somebody is there. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'submit'] as const;
const FIRST_PAINT = 'first-contentful-paint';
/** After all of a page has come. */
const LATEST_PAINT_MS = 500;

/** Calls once something of the page is on the screen: what is fetched before delays that. */
function afterFirstPaint(callback: () => void): void {
  const afterFrame = () => requestAnimationFrame(() => setTimeout(callback));
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) return void afterFrame();
  // Firefox tells of no first paint where the page was scrolled before it, as after a reload.
  window.addEventListener('load', () => setTimeout(afterFrame, LATEST_PAINT_MS), { once: true });
  new PerformanceObserver((list) => {
    if (list.getEntriesByName(FIRST_PAINT).length > 0) setTimeout(callback);
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
