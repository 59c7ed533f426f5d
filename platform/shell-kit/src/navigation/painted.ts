/** Paints may be far apart, and in a hidden tab there is none. */
const PAINT_LIMIT_MS = 100;

/** Resolves when what was done so far is on the screen. @returns how long the browser worked on that frame, in ms */
export const painted = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const started = performance.now();
      setTimeout(() => resolve(performance.now() - started));
    });
    setTimeout(() => resolve(PAINT_LIMIT_MS), PAINT_LIMIT_MS);
  });
