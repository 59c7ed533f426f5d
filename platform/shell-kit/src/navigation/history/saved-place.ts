import { savedScroll } from './history-entries';

let held: Promise<() => void> | undefined;

/** Lets the page scroll as it likes, because another place on it is wanted, or another page. */
export function releasePlace(): void {
  held?.then((leave) => leave());
  held = undefined;
}

/** Scrolls to where the visitor read on the current entry of the history, and holds that place while late code comes. */
export function goToSavedPlace(): void {
  releasePlace();
  const top = savedScroll();
  const height = document.body.clientHeight;
  window.scrollTo({ top, behavior: 'instant' });
  if (top)
    held = import(/* webpackChunkName: "soft-navigation" */ './hold-place').then(
      ({ holdPlace }) => holdPlace(height, top),
      // The place was gone to all the same.
      () => () => {},
    );
}
