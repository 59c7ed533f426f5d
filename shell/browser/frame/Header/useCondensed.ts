import { useSyncExternalStore } from 'react';

// Two marks, so that the page does not flicker when the header's own change of height moves it.
const CONDENSE_AT_PX = 160;
const EXPAND_AT_PX = 40;

let condensed = false;

const subscribe = (notify: () => void) => {
  const update = () => {
    const next = condensed ? window.scrollY > EXPAND_AT_PX : window.scrollY > CONDENSE_AT_PX;
    if (next === condensed) return;
    condensed = next;
    notify();
  };
  update();
  window.addEventListener('scroll', update, { passive: true });
  return () => window.removeEventListener('scroll', update);
};

/** Whether the visitor has scrolled far enough for a small header. */
export const useCondensed = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => condensed,
    () => false,
  );
