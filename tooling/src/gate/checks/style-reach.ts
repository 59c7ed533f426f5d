import { IGNORED_PROPERTIES, styleLeaks } from '../browser/computed-styles';
import { eachOf } from '../browser/each-of';
import { openPage, untilMounted } from '../browser/open-page';
import { type Check, type Fault, isRemote } from '../check';

export const styleReach: Check = {
  name: 'style-reach',
  holds: 'its styles change nothing outside its slot, as a browser computes them',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell sets the base styles'),
  async run({ candidate, site }) {
    const { app, routes } = candidate.manifest;
    const { browser, composer, pages } = await site();
    const faults = await eachOf(pages.slice(0, routes.length), async (path): Promise<Fault[]> => {
      const { page, close } = await openPage(browser, composer.origin + path, { width: 1440, scripts: true });
      try {
        await untilMounted(page, app);
        const leaks = await page.evaluate(styleLeaks, [app, IGNORED_PROPERTIES] as const);
        return leaks.map((what) => ({ where: path, what, todo: 'Start the rule from a class of a CSS module.' }));
      } finally {
        await close();
      }
    });
    return faults.flat();
  },
};
