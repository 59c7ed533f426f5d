import { BOUNDARIES_ID } from './layout';

const KEY = 'showBoundaries';

/** Remembers whether a visitor wants to see which team made what. The styles alone show it. */
export function watchBoundaries(): void {
  const box = document.getElementById(BOUNDARIES_ID);
  if (!(box instanceof HTMLInputElement)) return;
  try {
    const keep = () => localStorage.setItem(KEY, String(box.checked));
    // Somebody may have been faster than this script.
    if (box.checked) keep();
    box.checked = localStorage.getItem(KEY) === 'true';
    box.addEventListener('change', keep);
  } catch {
    // A browser that keeps nothing shows them until the next page.
  }
}
