import type { BrowserContext, Page } from 'playwright-core';

/** A page in a context of its own, and what went wrong on it. */
export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  status: number;
  /** Console errors and warnings, uncaught errors, files of ours that could not be loaded. */
  troubles: string[];
  /** Resolves at the first of them. */
  troubled: Promise<void>;
  close(): Promise<void>;
}

/** A page that takes longer never comes. */
export const LONGEST_LOAD_MS = 20_000;
