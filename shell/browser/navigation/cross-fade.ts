type Transition = (update: () => Promise<void>) => { updateCallbackDone: Promise<void> };

/** Fades from the page shown to the one that an update shows, where the browser can and the visitor likes motion. */
export async function crossFade(update: () => Promise<void>): Promise<void> {
  const start = (document as { startViewTransition?: Transition }).startViewTransition?.bind(document);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!start || still) return update();
  await start(update).updateCallbackDone;
}
