/**
 * `pnpm shots [--site URL] [--gallery URL] [--widths 390,768,1440] [name…]`: every page and every gallery entry,
 * with what axe finds on it, into `shots/{width}/{name}.png` and one contact sheet per width.
 * Without addresses it takes the site at http://localhost:3000. Names choose among the pages.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { capture, type Shot } from './capture';
import { contactSheet } from './contact-sheet';
import { findChrome } from './find-chrome';
import { SITE_PAGES } from './site-pages';

const OUT = new URL('../../../shots/', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: 'string' },
    gallery: { type: 'string' },
    widths: { type: 'string', default: '390,768,1440' },
  },
});

const nameOf = (path: string) => path.slice(1).replace(/[^\w-]+/g, '-') || 'home';

async function targets(): Promise<{ name: string; url: string }[]> {
  const list: { name: string; url: string }[] = [];
  const site = values.site ?? (values.gallery ? undefined : 'http://localhost:3000');
  if (site) list.push(...SITE_PAGES.map((path) => ({ name: nameOf(path), url: site + path })));
  if (values.gallery) {
    const entries: unknown = await (await fetch(`${values.gallery}/entries.json`)).json();
    if (!Array.isArray(entries)) throw new Error(`${values.gallery} is not the gallery: start it with pnpm gallery.`);
    list.push(...entries.map((entry) => ({ name: `gallery-${entry}`, url: `${values.gallery}/${entry}` })));
  }
  return list.filter(({ name }) => positionals.length === 0 || positionals.some((wanted) => name.includes(wanted)));
}

const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const pages = await targets();
  let found = 0;
  for (const width of values.widths.split(',').map(Number)) {
    const folder = new URL(`${width}/`, OUT);
    await mkdir(folder, { recursive: true });
    const shots: Shot[] = [];
    for (const { name, url } of pages) {
      const shot = await capture(browser, url, name, width);
      shots.push(shot);
      await writeFile(new URL(`${name}.png`, folder), shot.png);
      for (const finding of shot.findings) console.log(`${width} ${name}: ${finding}`);
      found += shot.findings.length;
    }
    await writeFile(new URL(`sheet-${width}.png`, OUT), await contactSheet(browser, shots, width));
  }
  console.log(`${pages.length} pages taken; axe and width findings: ${found}`);
} finally {
  await browser.close();
}
