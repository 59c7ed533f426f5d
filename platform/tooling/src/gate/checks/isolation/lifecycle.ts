import { rememberBuiltIns } from '../../browser/probes/globals';
import { leftBehind } from '../../browser/probes/left-behind';
import { untilMounted } from '../../browser/probes/mounts';
import { watchTimers } from '../../browser/probes/timers';
import { BLANK } from '../../browser/site/blank-remote';
import type { PlacedFragment } from '../../browser/visits/ask-addresses';
import { placeAndRemove } from '../../browser/visits/fragment-visits';
import { openPage } from '../../browser/visits/open-page';
import { hasSoftPages, softPaths, visitAndLeave } from '../../browser/visits/soft-visits';
import { type Check, type Fault, type GateContext, isRemote } from '../../check';
import { followScripts } from '../../close/lasting';
import { marksLeft, readMarks } from '../../close/marks';
import { expectedNames } from '../../inspect/bundle/expected-names';

const TIMES = 50;
/** So often a page of each further route: what a page leaves behind, it leaves every time. */
const TIMES_FURTHER = 10;

const MARKS_TODO = 'Leave to the page what is the page’s: style and place only what stands in the fragment.';

/** The fragments that have a browser part, each as one live page places it. */
async function placedFragments(context: GateContext): Promise<PlacedFragment[]> {
  const { app, fragments = [] } = context.candidate.manifest;
  const interactive = fragments.filter(({ js }) => js.length > 0);
  if (interactive.length === 0) return [];
  const { own, others } = await context.addresses();
  const placed = [...own, ...others].flatMap((page) => page.fragments);
  return interactive.flatMap(({ name }) => {
    const found = placed.find(({ of, state }) => of === `${app}/${name}` && state !== 'fallback');
    if (!found) context.note(`${app}/${name}: what it leaves behind is not known, for no live page shows it.`);
    return found ? [found] : [];
  });
}

export const lifecycle: Check = {
  name: 'lifecycle',
  holds: `${TIMES} mounts and unmounts of its pages and fragments leave nothing behind`,
  inapplicable: ({ candidate }) => {
    if (!isRemote(candidate)) return 'the shell stays';
    if (hasSoftPages(candidate.manifest) || candidate.manifest.fragments?.some(({ js }) => js.length > 0))
      return undefined;
    return 'all of its pages are reached by page loads';
  },
  async run(context) {
    const { candidate, site, closeLooks } = context;
    const { app } = candidate.manifest;
    const placed = await placedFragments(context);
    const left = (await closeLooks()).flatMap(({ path, lasting }) =>
      lasting.map(
        (what): Fault => ({
          where: `unmount, once from ${path}`,
          what: `On another remote's page ${what}.`,
          todo: 'End in unmount whatever mount began, on the shared page above all.',
        }),
      ),
    );
    const { browser, composer, pages, hasApi } = await site();
    const opened = await openPage(browser, composer.origin + BLANK.path, { width: 1440, scripts: true, api: hasApi });
    try {
      await watchTimers(opened.page);
      await opened.page.addInitScript(rememberBuiltIns);
      const session = await opened.context.newCDPSession(opened.page);
      const scripts = await followScripts(session);
      await opened.page.reload();
      await untilMounted(opened, BLANK.app);
      const tab = { ...opened, session };
      const isExpected = await expectedNames(context);
      const faults = [...left];
      for (const [index, path] of softPaths(candidate.manifest, pages).entries()) {
        const times = index === 0 ? TIMES : TIMES_FURTHER;
        const visit = () => visitAndLeave(tab, app, path);
        faults.push(...(await leftBehind(tab, { where: `unmount, ${times} times from ${path}`, times, visit })));
      }
      for (const fragment of placed) {
        const visit = () => placeAndRemove(tab.page, fragment);
        const where = `unmount, ${TIMES} times of ${fragment.of}`;
        const before = await readMarks({ ...tab, scripts });
        faults.push(...(await leftBehind(tab, { where, times: TIMES, visit })));
        for (const what of await marksLeft(before, { ...tab, scripts }, isExpected))
          faults.push({ where, what: `On another remote's page ${what}.`, todo: MARKS_TODO });
      }
      return faults;
    } finally {
      await opened.close();
    }
  },
};
