import { painted } from './painted';

interface ViewTransition {
  updateCallbackDone: Promise<void>;
  ready: Promise<void>;
  finished: Promise<void>;
}

type StartViewTransition = (update: () => Promise<void>) => ViewTransition;

/**
 * A fade begins with a picture of the whole page that is left, for which the browser works several times as long as it did
 * on the frame that showed the click. Where that frame took longer than this, the page comes without.
 */
const FRAME_LIMIT_MS = 10;

/** Fades from the page shown to the one that an update shows, where the browser can at once and the visitor likes motion. */
export async function crossFade(update: () => Promise<void>): Promise<void> {
  // A new page, be it faded to or not, holds every paint back until it is there: that the click was heard is shown before.
  const frame = await painted();
  const start = (document as { startViewTransition?: StartViewTransition }).startViewTransition?.bind(document);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!start || still || frame > FRAME_LIMIT_MS) return update();
  const { updateCallbackDone, ready, finished } = start(update);
  // A transition that the next click skips, or that a hidden tab cannot show, ends in an AbortError: nobody's loss.
  for (const ending of [ready, finished]) ending.catch(() => {});
  await updateCallbackDone;
}
