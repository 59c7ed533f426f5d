import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageDir } from '../paths';
import { withBudgets } from './new-remote';

test('a remote elsewhere is held to the bytes that the site allows its page', async () => {
  const file = join(packageDir('tooling'), 'templates', 'repository', 'site', 'site.ts');
  const budgets = {
    scripts: ({ path }: { path: string }) => (path === '/news' ? 90_000 : 1),
    styles: 12_345,
    fonts: 54_321,
  };
  const made = withBudgets(await readFile(file, 'utf8'), budgets, '/news');
  expect(made).toContain('budgets: { scripts: () => 90000, styles: 12345, fonts: 54321 },');
});
