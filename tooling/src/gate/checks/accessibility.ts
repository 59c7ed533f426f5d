import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { eachOf } from '../browser/each-of';
import { openPage, untilMounted, WIDTHS } from '../browser/open-page';
import { type Check, type Fault, isRemote } from '../check';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A bar of the shell covers whatever stands below it at the moment; a visitor scrolls on. To be run in the page. */
const hideBars = () => {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const isBar = !element.closest('#slot') && /^(fixed|sticky)$/.test(getComputedStyle(element).position);
    if (isBar) element.style.visibility = 'hidden';
  }
};

export const accessibility: Check = {
  name: 'accessibility',
  holds: 'axe finds nothing against WCAG 2.2 AA',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'it is seen on every page of the remotes'),
  async run({ candidate, site }) {
    const { browser, composer, pages } = await site();
    const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const faults = await eachOf(pages, async (path): Promise<Fault[]> => {
      const { page, close } = await openPage(browser, composer.origin + path, { width: WIDTHS[0], scripts: true });
      try {
        await untilMounted(page, candidate.manifest.app);
        await page.evaluate(hideBars);
        await page.evaluate(source);
        const results = await page.evaluate((runOnly) => {
          const { axe } = window as unknown as { axe: { run(scope: string, options: object): Promise<AxeResults> } };
          return axe.run('#slot', { runOnly });
        }, RULES);
        return results.violations.map(({ help, helpUrl, nodes }) => ({
          where: `${path}: ${nodes[0]?.target.join(' ')}${nodes.length > 1 ? ` and ${nodes.length - 1} more` : ''}`,
          what: help,
          todo: helpUrl,
        }));
      } finally {
        await close();
      }
    });
    return faults.flat();
  },
};
