const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Returns 1 for the arrow key that goes on, -1 for the one back, else 0. On pages read from the right, left goes on. */
export const arrowStep = (key: string): number => (STEPS[key] ?? 0) * (document.dir === 'rtl' ? -1 : 1);
