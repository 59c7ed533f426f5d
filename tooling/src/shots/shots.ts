import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { runCommand, UsageError } from '../run/command';
import { findChrome } from '../run/find-chrome';
import { capture, type Shot } from './capture';
import { contactSheet } from './contact-sheet';
import { SITE_PAGES } from './site-pages';
import { startGallery } from './start-gallery';

const OUT = new URL('../../../shots/', import.meta.url);

interface Target {
  name: string;
  url: string;
}

const nameOf = (path: string) => path.slice(1).replace(/[^\w-]+/g, '-') || 'home';

async function sitePages(site: string): Promise<Target[]> {
  const up = await fetch(site).then(Boolean, () => false);
  if (!up) console.log(`No site at ${site}: start it with npm start. Taking the gallery alone.`);
  return up ? SITE_PAGES.map((path) => ({ name: nameOf(path), url: site + path })) : [];
}

function readWords(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      site: { type: 'string', default: 'http://localhost:3000' },
      widths: { type: 'string', default: '390,768,1440' },
    },
  });
  const widths = values.widths.split(',').map(Number);
  if (!widths.every((width) => Number.isInteger(width) && width > 0))
    throw new UsageError(`--widths takes CSS pixels such as 390,1440; "${values.widths}" is none.`);
  return { site: values.site, widths, wanted: positionals };
}

/**
 * Every page and every gallery entry, with what axe finds on it, into `shots/{width}/{name}.png` and one contact sheet
 * per width. The site must be running; the gallery is started. Names choose among the pages: `courses gallery-Tabs`.
 */
async function shots(words: readonly string[]): Promise<void> {
  const { site, widths, wanted } = readWords(words);
  const gallery = await startGallery();
  const browser = await chromium.launch({
    executablePath: findChrome(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const all = [
      ...(await sitePages(site)),
      ...gallery.entries.map((entry) => ({ name: `gallery-${entry}`, url: `${gallery.url}/${entry}` })),
    ];
    const pages = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
    if (pages.length === 0)
      throw new UsageError(
        `No page is called ${wanted.join(' or ')}: there are ${all.map(({ name }) => name).join(', ')}.`,
      );
    let found = 0;
    for (const width of widths) {
      const folder = new URL(`${width}/`, OUT);
      await mkdir(folder, { recursive: true });
      const taken: Shot[] = [];
      for (const { name, url } of pages) {
        const shot = await capture(browser, url, name, width);
        taken.push(shot);
        await writeFile(new URL(`${name}.png`, folder), shot.png);
        for (const finding of shot.findings) console.log(`${width} ${name}: ${finding}`);
        found += shot.findings.length;
      }
      await writeFile(new URL(`sheet-${width}.png`, OUT), await contactSheet(browser, taken, width));
    }
    console.log(`${pages.length} pages taken into shots/; axe and width findings: ${found}`);
  } finally {
    await browser.close();
    gallery.stop();
  }
}

await runCommand(
  'npm run shots -- [--site URL] [--widths 390,768,1440] [name…]   pictures of pages and components',
  shots,
);
