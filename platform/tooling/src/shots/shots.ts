import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { runCommand, UsageError } from '../run/command';
import { findChrome } from '../run/find-chrome';
import { launchChrome } from '../run/launch-chrome';
import { capture } from './capture';
import { contactSheet } from './contact-sheet';
import { sitePages } from './site-pages';
import { plannedRemotes, STANDALONE_WIDTH, standaloneName, standaloneStates } from './standalone-states';
import { startGallery } from './start-gallery';
import { type Target, takeAll } from './take-all';
import { Tally } from './tally';

const OUT = new URL('../../../../shots/', import.meta.url);

const say = (line: string) => console.log(line);
const nameOf = (path: string) => path.slice(1).replace(/[^\w-]+/g, '-') || 'home';

async function isUp(site: string): Promise<boolean> {
  const up = await fetch(site).then(Boolean, () => false);
  if (!up) console.log(`No site at ${site}: start it with npm start. Taking the gallery alone.`);
  return up;
}

function readWords(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      site: { type: 'string', default: process.env.SITE_ORIGIN || `http://localhost:${process.env.PORT || 3000}` },
      widths: { type: 'string', default: '390,768,1440' },
    },
  });
  const widths = values.widths.split(',').map(Number);
  if (!widths.every((width) => Number.isInteger(width) && width > 0))
    throw new UsageError(`--widths takes CSS pixels such as 390,1440; "${values.widths}" is none.`);
  return { site: values.site, widths, wanted: positionals };
}

/** Every state of the remotes alone, one contact sheet for each remote. */
async function takeAlone(browser: Browser, site: string, remotes: string[], tally: Tally): Promise<void> {
  for (const remote of remotes) {
    const { version, shots: taken } = await standaloneStates(browser, site, remote, say);
    const sheet = `${standaloneName(remote)}.png`;
    await mkdir(OUT, { recursive: true });
    await writeFile(new URL(sheet, OUT), await contactSheet(browser, taken, STANDALONE_WIDTH));
    say(`${remote} ${version} alone: ${taken.length} pictures on shots/${sheet}`);
    for (const { name, findings } of taken) for (const finding of findings) say(`  ${name}: ${finding}`);
    tally.add(taken);
  }
}

/**
 * Takes every page and every gallery entry, with what axe finds on it, into `shots/{width}/{name}.png` and one contact
 * sheet per width. It also takes every state of the remotes' standalone panels, one contact sheet per remote. The site
 * must be running; the gallery is started. Names choose among all of them: `articles gallery-Tabs`, `standalone`.
 */
async function shots(words: readonly string[]): Promise<void> {
  const { site, widths, wanted } = readWords(words);
  const gallery = await startGallery();
  const browser = await launchChrome({ executablePath: findChrome() });
  try {
    const up = await isUp(site);
    const paths = up ? await sitePages(site) : [];
    const all: Target[] = [
      ...paths.map((path) => ({ name: nameOf(path), url: site + path })),
      ...gallery.entries.map((entry) => ({ name: `gallery-${entry}`, url: `${gallery.url}/${entry}` })),
    ];
    const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
    const pages = all.filter(({ name }) => isWanted(name));
    const alone = up ? plannedRemotes().filter((remote) => isWanted(standaloneName(remote))) : [];
    if (pages.length + alone.length === 0) {
      const names = [...all.map(({ name }) => name), ...plannedRemotes().map(standaloneName)];
      throw new UsageError(`No page is called ${wanted.join(' or ')}: there are ${names.join(', ')}.`);
    }
    const tally = new Tally();
    for (const width of widths) {
      if (pages.length === 0) break;
      const folder = new URL(`${width}/`, OUT);
      await mkdir(folder, { recursive: true });
      const taken = await takeAll(pages, width, say, async ({ name, url }) => {
        const shot = await capture(browser, url, name, width);
        await writeFile(new URL(`${name}.png`, folder), shot.png);
        return shot;
      });
      tally.add(taken);
      await writeFile(new URL(`sheet-${width}.png`, OUT), await contactSheet(browser, taken, width));
    }
    await takeAlone(browser, site, alone, tally);
    say(`${tally}`);
  } finally {
    await browser.close();
    gallery.stop();
  }
}

await runCommand(
  'npm run pictures -- shots [--site URL] [--widths 390,768,1440] [name…]   pictures of pages and components',
  shots,
);
