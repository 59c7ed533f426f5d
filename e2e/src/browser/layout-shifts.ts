import type { Page } from 'playwright-core';

/** The largest sum of layout shifts without input, over the life of a page. */
export const MOST_SHIFT = 0.02;

declare global {
  interface Window {
    /** Set by {@link watchShifts}. */
    shifts: { total: number };
  }
}

/** Adds up the page's layout shifts without input from the next load on. @returns a function that reads the sum */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.total += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => window.shifts.total);
}
