import { BLANK } from '../browser/blank-remote';
import { readGlobals, rememberBuiltIns } from '../browser/globals';
import { untilMounted } from '../browser/mounts';
import { openPage } from '../browser/open-page';
import { goOn, hasSoftPages, softPaths, visitAndLeave } from '../browser/soft-visits';
import { type Check, type Fault, isRemote } from '../check';

/** Libraries that write their version where tools look for it. */
const VERSIONS = ['__reactRouterVersion', 'litHtmlVersions', 'reactiveElementVersions'];

/** The bundler's list of chunks and the federation's container: each carries the app's own name. */
const ownNames = (app: string): string[] => {
  const name = app.replaceAll('-', '_');
  return [name, `webpackChunk${name}`, `webpackChunk${app}`, ...VERSIONS];
};

export const globals: Check = {
  name: 'globals',
  holds: 'nothing is written to window or to built-ins',
  inapplicable: ({ candidate }) => {
    if (!isRemote(candidate)) return 'the page is the shell’s';
    return hasSoftPages(candidate.manifest) ? undefined : 'all of its pages are reached by page loads';
  },
  async run({ candidate, site }) {
    const { app } = candidate.manifest;
    const { browser, composer, pages } = await site();
    const opened = await openPage(browser, composer.origin + BLANK.path, { width: 1440, scripts: true });
    const { page, close } = opened;
    try {
      await page.addInitScript(rememberBuiltIns);
      await page.reload();
      await untilMounted(opened, BLANK.app);
      await goOn(opened);
      const before = await page.evaluate(readGlobals);
      // A page that is never mounted is told of by the check of pages; what it wrote meanwhile counts here.
      for (const path of softPaths(candidate.manifest, pages)) await visitAndLeave(opened, app, path).catch(() => {});
      const after = await page.evaluate(readGlobals);
      const known = new Set([...before.names, ...ownNames(app)]);
      const added = after.names.filter((name) => !known.has(name) && !/^\d+$/.test(name));
      const patched = after.patched.filter((name) => !before.patched.includes(name));
      return [
        ...added.map(
          (name): Fault => ({
            where: `window.${name}`,
            what: 'It is new, and every app would see it.',
            todo: 'Keep it in a module.',
          }),
        ),
        ...patched.map(
          (name): Fault => ({
            where: name,
            what: 'It was replaced for the whole page.',
            todo: 'Wrap it in a function of your own instead.',
          }),
        ),
      ];
    } finally {
      await close();
    }
  },
};
