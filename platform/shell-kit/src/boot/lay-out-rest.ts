import { returnToPlace } from '../navigation/reading-place';

/** What is laid out only when it comes near the window, as Frame.module.css asks. */
const waiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main :is(section, [data-own-size]), footer')].filter(
    ({ style }) => !style.contentVisibility,
  );

const layOut = (part: HTMLElement): void => {
  part.style.contentVisibility = 'visible';
};

/**
 * Whether nothing of the page waits. A page that somebody returns to needs its true height, or they return to another place.
 * The attribute is the root's, which React does not look at. Those of parts, before they are hydrated, must be as the
 * server wrote them.
 */
export const layOutWhole = (isWhole: boolean): void =>
  void document.documentElement.toggleAttribute('data-whole', isWhole);

/** Nothing of this page load waits when the browser is about to return to a place on it. */
export function layOutForReturn(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!load || load.type === 'navigate') return;
  layOutWhole(true);
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
