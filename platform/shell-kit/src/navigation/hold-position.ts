/** Parts that come later than this are read where they come. */
const HOLD_MS = 5_000;
/** How a visitor moves on a page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the saved position whenever late code has given the page another height, until the visitor moves.
 * @param height of the page when its position was gone to, in pixels
 * @param top how far it was scrolled for that, which may be less than wanted as long as the page is too short
 * @param savedScroll how far to scroll as the page is laid out now
 * @returns leaves off
 */
export function holdPosition(height: number, top: number, savedScroll: () => number): () => void {
  const { body } = document;
  const observer = new ResizeObserver(() => {
    if (body.clientHeight === height) return;
    height = body.clientHeight;
    window.scrollTo({ top: savedScroll(), behavior: 'instant' });
    top = window.scrollY;
  });
  // By dragging the bar, by a search in the page or by a script.
  const onScroll = () => {
    if (body.clientHeight === height && Math.abs(window.scrollY - top) > 1) leave();
  };
  const timer = setTimeout(leave, HOLD_MS);
  function leave(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const move of MOVES) window.removeEventListener(move, leave);
    window.removeEventListener('scroll', onScroll);
  }
  observer.observe(body);
  for (const move of MOVES) window.addEventListener(move, leave, { passive: true });
  window.addEventListener('scroll', onScroll, { passive: true });
  return leave;
}
