import type { Budgets } from '@wholepage/contracts/site';

/** Bytes after brotli. What a page may cost before anyone touches it. */
export const budgets = {
  /** A page that is the same for everybody, and one that reads an address or leads to a checkout. */
  scripts: ({ path, query, document }) => (path.includes(':') || query?.length || document ? 99_000 : 94_500),
  styles: 30_000,
  /** A file of them is as large as it travels. */
  fonts: 53_000,
} as const satisfies Budgets;
