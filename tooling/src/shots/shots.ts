/**
 * `npm run shots -- [--site URL] [--widths 390,768,1440] [name…]`: every page and every gallery entry, with what axe finds
 * on it, into `shots/{width}/{name}.png` and one contact sheet per width. The site must be running (by default at
 * http://localhost:3000); the gallery is started. Names choose among the pages: `npm run shots courses gallery-Tabs`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome } from '../run/find-chrome';
import { capture, type Shot } from './capture';
import { contactSheet } from './contact-sheet';
import { SITE_PAGES } from './site-pages';
import { startGallery } from './start-gallery';

const OUT = new URL('../../../shots/', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: 'string', default: 'http://localhost:3000' },
    widths: { type: 'string', default: '390,768,1440' },
  },
});

const nameOf = (path: string) => path.slice(1).replace(/[^\w-]+/g, '-') || 'home';

interface Target {
  name: string;
  url: string;
}

async function sitePages(): Promise<Target[]> {
  const up = await fetch(values.site).then(Boolean, () => false);
  if (!up) console.log(`No site at ${values.site}: start it with npm start. Taking the gallery alone.`);
  return up ? SITE_PAGES.map((path) => ({ name: nameOf(path), url: values.site + path })) : [];
}

const gallery = await startGallery();
const pages = [
  ...(await sitePages()),
  ...gallery.entries.map((entry) => ({ name: `gallery-${entry}`, url: `${gallery.url}/${entry}` })),
].filter(({ name }) => positionals.length === 0 || positionals.some((wanted) => name.includes(wanted)));
const browser = await chromium.launch({
  executablePath: findChrome(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
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
  gallery.stop();
}
