import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);

interface AxeViolation {
  id: string;
  help: string;
  nodes: { target: unknown[] }[];
}

/** What axe finds on the page as it is, a line for each rule. The page must have been opened without its policy. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const violations = (await page.evaluate('axe.run().then((result) => result.violations)')) as AxeViolation[];
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(', ')})`,
  );
}
