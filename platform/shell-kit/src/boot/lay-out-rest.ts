import { returnToPlace } from '../navigation/history/return-to-place';

/** What is laid out only when it comes near the window, as Frame.module.css asks. */
const waiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main :is(section, [data-own-size]), footer')].filter(
    ({ style }) => !style.contentVisibility,
  );

const layOut = (part: HTMLElement): void => {
  part.style.contentVisibility = 'visible';
};

/** Gives the page its true height at once: for who goes back to a place far down. */
export function layOutAll(): void {
  for (const part of waiting()) layOut(part);
}

/**
 * Nothing of this page load waits when the browser is about to return to a place on it. The word stands on the root, which
 * React does not look at. That of its parts, before they are hydrated, must be as the server wrote it.
 */
export function layOutForReturn(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!load || load.type === 'navigate') return;
  document.documentElement.dataset['whole'] = '';
  void returnToPlace();
}

let isUnderWay = false;

/** Lays the page's parts out one after the other, each when the browser has nothing else to do. */
export function layOutRest(): void {
  if (isUnderWay || !window.requestIdleCallback) return;
  isUnderWay = true;
  window.requestIdleCallback(() => {
    isUnderWay = false;
    const [next, ...others] = waiting();
    if (next) layOut(next);
    if (others.length > 0) layOutRest();
  });
}
