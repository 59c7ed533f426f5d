import type { Browser } from 'playwright-core';
import { axeFaults } from '../src/axe';
import { alive, DESKTOP, launch, PHONE, SITE, visit } from '../src/browser';
import { misreadHeadings } from '../src/misread-headings';
import { PAGES } from '../src/routes';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(PAGES)('%s', (path) => {
  test('is complete HTML before any script runs', async () => {
    const response = await fetch(SITE + path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]{4,}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html).toMatch(/<meta name="keywords" content="[^"]+"/);
    expect(html).toMatch(/<header[\s>]/);
    expect(html).toMatch(/<footer[\s>]/);
    expect(html).not.toMatch(/<script(?![^>]*(src=|type="application\/(ld\+)?json"))/);
    expect(html).not.toMatch(/\sstyle="/);
    expect(html).not.toMatch(/<style/);
  });

  test('comes to life without an error, passes axe at two widths and has its headings read as written', async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, errors, close } = await visit(browser, { viewport, reducedMotion: 'reduce' });
      await page.goto(path);
      await alive(page);
      expect(await axeFaults(page)).toEqual([]);
      expect(await misreadHeadings(page)).toEqual([]);
      expect(errors).toEqual([]);
      await close();
    }
  });

  test('never scrolls sideways, at 320 px and up', async () => {
    const { page, close } = await visit(browser, { viewport: { width: 320, height: 640 } });
    await page.goto(path);
    await alive(page);
    for (const width of [320, 768, 992]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ width, overflow }).toEqual({ width, overflow: 0 });
    }
    await close();
  });
});
