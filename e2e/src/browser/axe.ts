import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const source = readFileSync(createRequire(`${process.cwd()}/e2e/`).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns violations of WCAG 2.2 AA and of axe's best practices, one line each. The debugger injects axe, so the CSP stays. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // Axe would mismeasure parts with deferred layout (`platform/shell-kit/src/navigation/arrive.ts`).
  await page.evaluate(() => document.documentElement.toggleAttribute('data-whole', true));
  const results = await page.evaluate(async () =>
    window.axe.run({
      // Only one rule needs the style sheets fetched again, and none of these tags has it.
      preload: { assets: ['media'] },
      // Axe then keeps no details of passed rules, which is half of its work.
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  );
}
