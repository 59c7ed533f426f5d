/** How far from the window a place is when it counts as near. */
const MARGIN = '800px 0px';

/**
 * Calls `start` whenever `place` comes near the window, until that says that it is done.
 * @returns leaves off
 */
export function onNear(place: Element, start: () => Promise<boolean>): () => void {
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
