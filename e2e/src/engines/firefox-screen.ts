import { launch, type Page } from 'puppeteer-core';

/** Opens a Firefox page on a screen of the given density, for screenshots. `close` ends the browser. */
export async function firefoxScreen(
  executablePath: string,
  density: number,
  viewport: { width: number; height: number },
): Promise<{ page: Page; close(): Promise<void> }> {
  const extraPrefsFirefox = { 'layout.css.devPixelsPerPx': String(density) };
  const browser = await launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox });
  const page = await browser.newPage();
  await page.setViewport(viewport);
  return { page, close: () => browser.close() };
}
