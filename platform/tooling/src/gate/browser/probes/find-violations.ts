import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** A rule of WCAG that a page breaks. */
export interface Violation {
  help: string;
  helpUrl: string;
  /** Selectors of the elements. */
  targets: string[];
}

/** A bar of the shell covers whatever stands below it at the moment; a visitor scrolls on. To be run in the page. */
const hideBars = () => {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const isBar = !element.closest('#slot') && /^(fixed|sticky)$/.test(getComputedStyle(element).position);
    if (isBar) element.style.visibility = 'hidden';
  }
};

const axeSource = (): string => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in a part of the page. The page is of no use afterwards. */
export async function findViolations(page: Page, scope = '#slot'): Promise<Violation[]> {
  if (scope === '#slot') await page.evaluate(hideBars);
  await page.evaluate(axeSource());
  const { violations } = await page.evaluate(
    ([within, runOnly]) => {
      return window.axe.run(within, { runOnly: [...runOnly] });
    },
    [scope, RULES] as const,
  );
  return violations.map(({ help, helpUrl, nodes }) => ({
    help,
    helpUrl,
    targets: nodes.map(({ target }) => target.join(' ')),
  }));
}
