import { launchChrome } from '../run/launch-chrome';
import type { Picture } from './code-host';

/** A phone's width and a desk's. */
export const WIDTHS = [390, 1440];

/** Taller pages are cut: a comment shows no more of them. */
const HEIGHT = 2_400;

/** The bar of a preview, which covers what is compared. A notice that there is no preview stays. */
const BAR = 'aside[aria-label="Preview"]:has(details)';

/** The address of a page, and the name of its picture without the width. */
export interface Wanted {
  name: string;
  url: string;
}

export const pictureName = (name: string, width: number): string => `${name}-${width}.jpg`;

/** Pictures of pages at each width; a page that does not answer has none. */
export async function takePictures(pages: readonly Wanted[]): Promise<Picture[]> {
  const browser = await launchChrome();
  const taken: Picture[] = [];
  try {
    for (const { name, url } of pages)
      for (const width of WIDTHS) {
        const page = await browser.newPage({ viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' });
        try {
          await page.goto(url, { waitUntil: 'load', timeout: 20_000 });
          await page.locator(BAR).evaluateAll((bars) => {
            for (const bar of bars) bar.remove();
          });
          const bytes = await page.screenshot({ type: 'jpeg', quality: 70 });
          taken.push({ name: pictureName(name, width), bytes });
        } catch (error) {
          console.error(`No picture of ${url} at ${width}: ${error instanceof Error ? error.message : error}`);
        } finally {
          await page.close();
        }
      }
  } finally {
    await browser.close();
  }
  return taken;
}
