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

/**
 * No section of this page load waits when the browser is about to return to a place on it. The word stands on the root, which
 * React does not look at: that of sections, before they are hydrated, must be as the server wrote it.
 */
export function layOutForReturn(): void {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  const type = (load as PerformanceNavigationTiming | undefined)?.type ?? 'navigate';
  document.documentElement.toggleAttribute('data-whole', type !== 'navigate');
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
