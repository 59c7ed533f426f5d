import { painted } from './painted';

interface ViewTransition {
  updateCallbackDone: Promise<void>;
  ready: Promise<void>;
  finished: Promise<void>;
}

type StartViewTransition = (update: () => Promise<void>) => ViewTransition;

/** Fades from the page shown to the one that an update shows, where the browser can and the visitor likes motion. */
export async function crossFade(update: () => Promise<void>): Promise<void> {
  const start = (document as { startViewTransition?: StartViewTransition }).startViewTransition?.bind(document);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!start || still) return update();
  // A fade holds every paint back until its new page is there: that the click was heard is shown before.
  await painted();
  const { updateCallbackDone, ready, finished } = start(update);
  // A transition that the next click skips, or that a hidden tab cannot show, ends in an AbortError: nobody's loss.
  for (const ending of [ready, finished]) ending.catch(() => {});
  await updateCallbackDone;
}
