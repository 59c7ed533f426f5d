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

/** What axe finds against WCAG 2.2 AA, a line for each fault. Evaluated by the debugger, so the page's CSP stays as it is. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // What waits with its layout is measured wrong (`platform/shell-kit/src/navigation/arrive.ts`).
  await page.evaluate(() => document.documentElement.toggleAttribute('data-whole', true));
  const results = await page.evaluate(async () =>
    window.axe.run({
      // Style sheets are read again for one rule only, which none of these tags has.
      preload: { assets: ['media'] },
      // Of what holds it then keeps no account, which is half of its work.
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  );
}
