/** Sections that are laid out only when they come near the window, as Frame.module.css asks of all. */
const waiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main section')].filter(({ style }) => !style.contentVisibility);

const layOut = (section: HTMLElement): void => {
  section.style.contentVisibility = 'visible';
};

/** Gives the page its true height at once: for who goes back to a place far down. */
export function layOutAll(): void {
  for (const section of waiting()) layOut(section);
}

/** As {@link layOutAll}, when the browser is about to return to a place on a page that it loads anew. */
export function layOutForReturn(): void {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  if (load && (load as PerformanceNavigationTiming).type !== 'navigate') layOutAll();
}

let isUnderWay = false;

/** Lays the page's sections out one after the other, each when the browser has nothing else to do. */
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
