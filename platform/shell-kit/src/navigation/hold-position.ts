/** How long a position is held; later parts may shift the page. */
const HOLD_MS = 5_000;
/** Events by which a visitor moves on a page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the saved position whenever late code changes the page's height, until the visitor moves.
 * @param height of the page when it was scrolled to the position, in pixels
 * @param top its scroll offset then; less than wanted while the page is too short
 * @param savedScroll returns the offset in the present layout
 * @returns function that stops holding
 */
export function holdPosition(height: number, top: number, savedScroll: () => number): () => void {
  const { body } = document;
  const observer = new ResizeObserver(() => {
    if (body.clientHeight === height) return;
    height = body.clientHeight;
    window.scrollTo({ top: savedScroll(), behavior: 'instant' });
    top = window.scrollY;
  });
  // The visitor dragged the scroll bar or searched in the page, or a script scrolled.
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
