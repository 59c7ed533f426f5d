import { FRAGMENT_ELEMENT, FRAGMENT_PLACED_EVENT } from '@wholepage/contracts/fragment';
import type { FragmentHostOptions } from './fragment-host';

/**
 * Brings fragments to life: those of the page that was opened, and those that are placed later. Their code is fetched
 * with the first of them.
 */
export function watchFragments(options: FragmentHostOptions): void {
  let isStarted = false;
  const start = (): void => {
    if (isStarted || !document.querySelector(FRAGMENT_ELEMENT)) return;
    isStarted = true;
    import(/* webpackChunkName: "fragments-host" */ './fragment-element')
      .then(({ defineFragmentElement }) => defineFragmentElement(options))
      .catch(() => {
        // They stay as the server made them; the next one that is placed tries again.
        isStarted = false;
      });
  };
  document.addEventListener(FRAGMENT_PLACED_EVENT, start);
  start();
}
