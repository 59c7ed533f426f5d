import { axeFaults } from '../src/axe';
import { alive, DESKTOP, PHONE, SITE } from '../src/browser';
import { misreadHeadings } from '../src/misread-headings';
import { oneBrowser, oneTab } from '../src/one-tab';
import { PAGES } from '../src/routes';

const tab = oneTab(oneBrowser());

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

  test('comes to life without an error, passes axe and has its headings read as written', async () => {
    const { page, errors } = tab();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await alive(page);
    expect(await axeFaults(page)).toEqual([]);
    expect(await misreadHeadings(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('never scrolls sideways, at 320 px and up, and is as sound on a phone', async () => {
    const { page, errors } = tab();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await alive(page);
    for (const width of [320, 768, 992]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ width, overflow }).toEqual({ width, overflow: 0 });
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(PHONE);
    expect(await axeFaults(page)).toEqual([]);
    expect(await misreadHeadings(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
