import type { Browser, Page } from 'playwright-core';
import { axe } from './axe';

export interface Shot {
  name: string;
  /** PNG of the whole page. */
  png: Buffer;
  /** What axe found, one line each. */
  findings: string[];
}

/** Scrolls through the page once, so that what waits for the window, or for an idle browser, has loaded and drawn itself. */
async function walkThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.toggleAttribute('data-whole', true);
    const step = innerHeight * 0.8;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await document.fonts.ready;
  });
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
}

/** Takes the whole page at one width, with scroll-driven drawing held at its end. */
export async function capture(browser: Browser, url: string, name: string, width: number): Promise<Shot> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await walkThrough(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    const findings = await axe(page);
    if (wide) findings.push(`The page is wider than ${width} px`);
    return { name, png: await page.screenshot({ fullPage: true }), findings };
  } finally {
    await context.close();
  }
}
