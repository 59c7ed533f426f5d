import type { Page } from 'playwright-core';

/** What a visitor may see move by itself, in all of a page's life. */
export const MOST_SHIFT = 0.02;

declare global {
  interface Window {
    /** Left by {@link watchShifts}. */
    shifts: { total: number };
  }
}

/** Adds up how far the page shifts by itself from here on. @returns what tells the sum */
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
