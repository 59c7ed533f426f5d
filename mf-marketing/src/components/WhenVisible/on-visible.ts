/** A place counts as visible from this far outside of the window on. */
const MARGIN = '800px 0px';

/**
 * Calls `start` whenever `place` comes near the window, until that says that it is done.
 * @returns leaves off
 */
export function onVisible(place: Element, start: () => Promise<boolean>): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    void start();
    return () => {};
  }
  const observer = new IntersectionObserver(
    async (entries) => {
      if (entries.some((entry) => entry.isIntersecting) && (await start())) observer.disconnect();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(place);
  return () => observer.disconnect();
}
