import { savedScroll } from './history-entries';

/** Parts that come later than this are read where they come. */
const HOLD_MS = 5_000;
/** How a visitor moves on a page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

let stop: (() => void) | undefined;

/** Lets the page scroll as it likes, because another place on it is wanted, or another page. */
export function releasePlace(): void {
  stop?.();
  stop = undefined;
}

/**
 * Scrolls to where the visitor read on the current entry of the history. Does so again whenever late code gives the page
 * another height, until the visitor moves.
 */
export function goToSavedPlace(): void {
  releasePlace();
  const { body } = document;
  let top = savedScroll();
  let height = body.clientHeight;
  const go = () => window.scrollTo({ top, behavior: 'instant' });
  go();
  if (top === 0 || !window.ResizeObserver) return;

  const observer = new ResizeObserver(() => {
    if (body.clientHeight === height) return;
    height = body.clientHeight;
    top = savedScroll();
    go();
  });
  observer.observe(body);
  // By dragging the bar, by a search in the page or by a script.
  const onScroll = () => {
    if (body.clientHeight === height && Math.abs(window.scrollY - top) > 1) releasePlace();
  };
  for (const move of MOVES) window.addEventListener(move, releasePlace, { passive: true });
  window.addEventListener('scroll', onScroll, { passive: true });
  const timer = setTimeout(releasePlace, HOLD_MS);
  stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    for (const move of MOVES) window.removeEventListener(move, releasePlace);
    window.removeEventListener('scroll', onScroll);
  };
}
