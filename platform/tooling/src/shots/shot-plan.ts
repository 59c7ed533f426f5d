import type { Locator, Page } from 'playwright-core';

/** How the states of a remote that stands alone are reached for pictures: the default of its `src/shots.ts`. */
export interface ShotPlan {
  /** Pages that look different in each scenario. */
  pages: string[];
  /** Does what the scenario is about, where opening the page is not enough. */
  reach?: (page: Page) => Promise<void>;
  /** Seen while an answer is waited for. */
  waiting: (page: Page) => Locator;
  /** Seen when there is nothing left to wait for. */
  settled: (page: Page) => Locator;
}
