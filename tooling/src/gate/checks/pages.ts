import { eachOf } from '../browser/each-of';
import type { GateSite } from '../browser/gate-site';
import { type OpenedPage, openPage, untilMounted, WIDTHS } from '../browser/open-page';
import type { Check, Fault, GateContext } from '../check';
import { isRemote } from '../check';

/** One way in which a page is looked at. */
interface View {
  path: string;
  width: number;
  scripts: boolean;
  api: boolean;
}

const inWords = ({ path, width, scripts, api }: View): string =>
  `${path} at ${width}${scripts ? '' : ', without scripts'}${api ? '' : ', with the API down'}`;

/** Every page at both widths; without scripts and without the API at the width where less fits. */
const viewsOf = ({ pages, hasApi }: GateSite): View[] =>
  pages.flatMap((path) => [
    ...WIDTHS.map((width) => ({ path, width, scripts: true, api: hasApi })),
    { path, width: WIDTHS[0], scripts: false, api: hasApi },
    ...(hasApi ? [{ path, width: WIDTHS[0], scripts: true, api: false }] : []),
  ]);

/** What a visitor finds on the page: read in the page itself. */
const readPage = () => ({
  headings: document.querySelectorAll('#slot h1').length,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  title: document.title,
});

async function faultsOf(opened: OpenedPage, view: View, app: string): Promise<string[]> {
  const { page, status, troubles } = opened;
  const found: string[] = [];
  if (view.scripts) await untilMounted(page, app).catch(() => found.push('it was never mounted by the shell'));
  const { headings, overflow, title } = await page.evaluate(readPage);
  if (status >= 500 && view.api) found.push(`the server answered ${status}`);
  if (headings !== 1) found.push(`it has ${headings} h1 in the slot instead of one`);
  if (!title) found.push('it has no title');
  if (overflow > 0) found.push(`it is ${overflow} px wider than the screen`);
  return [...found, ...troubles];
}

/** A failure may be the machine's: what is found counts when it is found a second time. */
async function look(context: GateContext, site: GateSite, view: View): Promise<string[]> {
  const composer = view.api || !site.hasApi ? site.composer : site.withoutApi;
  let found: string[] = [];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    composer.errors();
    const opened = await openPage(site.browser, composer.origin + view.path, view);
    try {
      found = await faultsOf(opened, view, context.candidate.manifest.app);
    } finally {
      await opened.close();
    }
    if (found.length === 0) return [];
  }
  return [...new Set([...found, ...composer.errors()])];
}

export const pages: Check = {
  name: 'pages',
  holds: 'every page is made by the server and comes to life without a warning',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell has no pages of its own'),
  async run(context) {
    const site = await context.site();
    const faults = await eachOf(viewsOf(site), async (view): Promise<Fault[]> => {
      const found = await look(context, site, view);
      return found.map((what) => ({
        where: inWords(view),
        what,
        todo: 'Open it: npm run dev, or the release alone under /_standalone.',
      }));
    });
    return faults.flat();
  },
};
