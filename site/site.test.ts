import { budgets } from './site';

const budgetOf = (path: string, change: object = {}): number =>
  budgets.scripts({ document: false, sitemap: [], js: [], css: [], path, ...change });

test.each([
  ['/contact', {}, 94_500],
  ['/contact', { query: [] }, 94_500],
  ['/product/:slug', {}, 99_000],
  ['/blog', { query: ['page'] }, 99_000],
  ['/courses', { document: true }, 99_000],
])('%s %j may have scripts of %i bytes', (path, change, budget) => {
  expect(budgetOf(path, change)).toBe(budget);
});
