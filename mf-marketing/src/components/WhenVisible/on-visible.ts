/** A place counts as visible from this far outside of the window on. */
const MARGIN = '800px 0px';

/**
 * Calls `start` whenever `place` comes near the window, until that says that it is done.
 * @param onHeight called with the height of the place, in CSS px, whenever that changes
 * @returns leaves off
 */
export function onVisible(
  place: Element,
  start: () => Promise<boolean>,
  onHeight: (height: number) => void,
): () => void {
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
  const heights = new ResizeObserver(([entry]) => entry && onHeight(entry.contentRect.height));
  heights.observe(place);
  return () => {
    observer.disconnect();
    heights.disconnect();
  };
}
