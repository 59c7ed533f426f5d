/** Paints may be far apart, and in a hidden tab there is none. */
const PAINT_LIMIT_MS = 100;

/** Resolves when what was done so far is on the screen. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_LIMIT_MS);
  });
