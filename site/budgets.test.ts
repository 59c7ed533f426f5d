import { budgets } from './budgets';

const budgetOf = (path: string, change: object = {}): number =>
  budgets.scripts({ document: false, sitemap: [], js: [], css: [], path, ...change });

test.each([
  ['/contact', {}, 92_000],
  ['/contact', { query: [] }, 92_000],
  ['/product/:slug', {}, 100_000],
  ['/blog', { query: ['page'] }, 100_000],
  ['/courses', { document: true }, 100_000],
])('%s %j may have scripts of %i bytes', (path, change, budget) => {
  expect(budgetOf(path, change)).toBe(budget);
});
