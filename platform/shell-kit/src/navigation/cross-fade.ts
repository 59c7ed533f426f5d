import { painted } from './painted';
import { type Fade, passClicksThrough } from './pass-clicks-through';

interface ViewTransition extends Fade {
  updateCallbackDone: Promise<void>;
  ready: Promise<void>;
}

type StartViewTransition = (update: () => Promise<void>) => ViewTransition;

/**
 * A fade begins with a picture of the whole page that is left. It costs the browser ten times as much as the frame that
 * showed the click. Where that frame took longer than this, the page comes without.
 */
const FRAME_LIMIT_MS = 4;
/** A frame tells little. Once a picture took longer than this, pages come without. */
const PICTURE_LIMIT_MS = 60;

let isSlow = false;

/** Fades from the page shown to the one that an update shows, where the browser can at once and the visitor likes motion. */
export async function crossFade(update: () => Promise<void>): Promise<void> {
  // A new page, be it faded to or not, holds every paint back until it is there: that the click was heard is shown before.
  const frame = await painted();
  const start = (document as { startViewTransition?: StartViewTransition }).startViewTransition?.bind(document);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!start || still || isSlow || frame > FRAME_LIMIT_MS) return update();
  const asked = performance.now();
  const fade = start(() => {
    isSlow = performance.now() - asked > PICTURE_LIMIT_MS;
    return update();
  });
  passClicksThrough(fade);
  // A transition that the next click skips, or that a hidden tab cannot show, ends in an AbortError: nobody's loss.
  for (const ending of [fade.ready, fade.finished]) ending.catch(() => {});
  await fade.updateCallbackDone;
}
