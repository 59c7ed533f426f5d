import { sample } from '@wholepage/tooling/sample';
import type { Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { alive, DESKTOP, PHONE, SITE } from '../src/browser/browser';
import { misreadHeadings } from '../src/browser/misread-headings';
import { oneBrowser, oneTab } from '../src/browser/one-tab';
import { PAGES } from '../src/routes';

const tab = oneTab(oneBrowser());

const namelessSections = (page: Page): Promise<string[]> =>
  page
    .locator('section')
    .evaluateAll((all) =>
      all
        .filter(
          (each) => !each.matches('[aria-label], [aria-labelledby]') && !each.querySelector('h1, h2, h3, h4, h5, h6'),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );

async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await namelessSections(page)).toEqual([]);
  expect(await misreadHeadings(page)).toEqual([]);
}

async function expectNoSideways(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect({ width, overflow }).toEqual({ width, overflow: 0 });
}

/** Sets the letter and word spacing that WCAG 1.4.12 requires pages to bear. Translated texts are as wide. */
const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }');
    document.adoptedStyleSheets.push(sheet);
  });

/** Pages of every run: pages of each remote, with forms, lists, a payment and pictures. */
const OF_EACH_RUN = ['/', '/product/bed-linens', '/blog/the-last-day-of-a-uniform', '/courses/1', '/contact'];

describe.each(PAGES)('%s', (path) => {
  test('is complete HTML before any script runs', async () => {
    const response = await fetch(SITE + path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]{4,}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html).toMatch(/<meta name="keywords" content="[^"]+"/);
    // The shell has the header and the footer; no remote adds another.
    for (const landmark of ['header', 'main', 'footer'])
      expect(html.match(new RegExp(`<${landmark}[\\s>]`, 'g'))).toEqual([expect.any(String)]);
    expect(html).not.toMatch(/<script(?![^>]*(src=|type="application\/(ld\+)?json"))/);
    expect(html).not.toMatch(/\sstyle="/);
    expect(html).not.toMatch(/<style/);
    expect(html).not.toMatch(/<[a-z]+ [^>]*\b(?:align|valign|bgcolor|border|cellpadding)=/);
  });

  test('is in the language of the site, and its sections have names or headings', async () => {
    const html = await (await fetch(SITE + path)).text();
    expect(html).toMatch(/<html lang="en-IN" dir="ltr">/);
    const [, ...sections] = html.split(/(?=<section[\s>])/);
    const nameless = sections.filter((rest) => {
      const [section = ''] = rest.split('</section>');
      return !/^<section[^>]* aria-label(?:ledby)?="/.test(section) && !/<h[1-6][\s>]/.test(section);
    });
    expect(nameless.map((section) => section.slice(0, 120))).toEqual([]);
  });
});

test('a page that is not there never scrolls sideways, however far its words are set apart', async () => {
  const { page } = tab();
  await page.goto('/none-such');
  await spaceText(page);
  for (const width of [768, 320]) await expectNoSideways(page, width);
});

describe.each(sample(PAGES, OF_EACH_RUN))('%s', (path) => {
  test('comes to life without an error, never scrolls sideways from 320 px up, and is sound on a desktop and a phone', async () => {
    const { page, errors } = tab();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await alive(page);
    await expectSound(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    for (const width of [992, 768, 320]) await expectNoSideways(page, width);
    await spaceText(page);
    for (const width of [768, 320]) await expectNoSideways(page, width);
    await page.evaluate(() => document.adoptedStyleSheets.pop());
    // Translators into Urdu or Arabic set the page's direction.
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    for (const width of [1280, 390]) await expectNoSideways(page, width);
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(PHONE);
    await expectSound(page);
    // Translations into German have long words.
    await page.evaluate(() => {
      for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4)'))
        heading.append(' Bildungseinrichtungen');
    });
    for (const width of [768, 360]) await expectNoSideways(page, width);
    expect(errors).toEqual([]);
  });
});
