import { globSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import site, { budgets } from './site';

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

test('npm run dev builds remotes again for a change of every package of the site that they depend on', () => {
  const root = join(__dirname, '..');
  const used = globSync('mf-*/node_modules/*', { cwd: root }).map((name) => realpathSync(join(root, name)));
  const ours = used.filter((folder) => !folder.includes('/node_modules') && folder !== __dirname);
  expect(ours).toContain(join(root, 'shared-ui'));
  expect(site.sharedSources?.map((folder) => join(__dirname, folder))).toEqual(expect.arrayContaining(ours));
});
