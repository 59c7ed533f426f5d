import { savesData } from '../navigation/links';

/** Events that show a visitor's presence. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'submit'] as const;
const FIRST_PAINT = 'first-contentful-paint';
/** Delay after the `load` event. */
const LATEST_PAINT_MS = 500;

/** Calls back after the first paint, which earlier fetches would delay. */
function afterFirstPaint(callback: () => void): void {
  const afterFrame = () => requestAnimationFrame(() => setTimeout(callback));
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) return void afterFrame();
  // Firefox reports no first paint when the page was scrolled before it, as after a reload.
  window.addEventListener('load', () => setTimeout(afterFrame, LATEST_PAINT_MS), { once: true });
  new PerformanceObserver((list) => {
    if (list.getEntriesByName(FIRST_PAINT).length > 0) setTimeout(callback);
  }).observe({ type: 'paint', buffered: true });
}

/**
 * Resolves when the page's scripts may be fetched: after the first paint, or at the visitor's first interaction. For
 * visitors who save data only the latter counts.
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
