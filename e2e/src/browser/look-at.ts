import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFaults } from './axe';
import { PHONE } from './browser';

export const DESK = { width: 1440, height: 900 };
const TABLET = { width: 768, height: 1024 };
const LAPTOP = { width: 1366, height: 650 };

interface Look {
  name: string;
  size: typeof DESK;
  colorScheme?: 'light' | 'dark';
  textPercent?: number;
  /** Axe checks this look, too: one wide and light, one narrow and dark. */
  isForAxe?: boolean;
}

const LOOKS: readonly Look[] = [
  { name: '1440', size: DESK, isForAxe: true },
  { name: '1440-dark', size: DESK, colorScheme: 'dark' },
  { name: '1440-text-200', size: DESK, textPercent: 200 },
  { name: '1366', size: LAPTOP },
  { name: '768', size: TABLET },
  { name: '768-text-200', size: TABLET, textPercent: 200 },
  { name: '390', size: PHONE },
  { name: '390-dark', size: PHONE, colorScheme: 'dark', isForAxe: true },
  { name: '390-text-200', size: PHONE, textPercent: 200 },
];

async function take({ size, colorScheme = 'light', textPercent = 100 }: Look, page: Page): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async (percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
    // Elements that adapt to their container's size do so before the next frame is painted.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, textPercent);
}

/** The width of a page that scrolls sideways, and the elements beyond its right edge. Text alone may overflow, too. */
const beyondEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const elements = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`);
    return [`${scrollWidth} of ${clientWidth} px`, ...elements];
  });

/** Words that a control overlaps, in the open dialog or else the whole page. */
const coveredWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const whole = document.querySelector('dialog[open]') ?? document.body;
    /** False within a box of one pixel, which holds texts for screen readers alone. */
    const isSeen = (element: Element | null): boolean =>
      !element || (element.getBoundingClientRect().width > 1 && isSeen(element.parentElement));
    const controls = [...whole.querySelectorAll('input, button, select, textarea')]
      .filter((control) => control.checkVisibility() && isSeen(control))
      .map((control) => ({ control, box: control.getBoundingClientRect() }));
    const words = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (words.nextNode()) {
      const node = words.currentNode;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isThere = node.textContent?.trim() && isSeen(node.parentElement);
      for (const line of isThere ? range.getClientRects() : [])
        for (const { control, box } of controls) {
          const wide = Math.min(line.right, box.right) - Math.max(line.left, box.left);
          const high = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top);
          if (wide > 1 && high > 1 && !control.contains(node))
            found.push(
              `${control.localName} ${control.getAttribute('aria-label') ?? ''} on ${node.textContent?.slice(0, 40)}`,
            );
        }
    }
    return found;
  });

/** Controls and links whose middle something else covers, in the open dialog or else the whole page: a press misses them. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const whole = document.querySelector('dialog[open]') ?? document.body;
    const isPressed = (control: Element, pressed: Element | null): boolean =>
      control.contains(pressed) || Boolean(pressed?.closest('label')?.contains(control));
    const from = scrollY;
    const isSeen = (element: Element | null): boolean =>
      !element || (element.getBoundingClientRect().width > 1 && isSeen(element.parentElement));
    const found = [...whole.querySelectorAll('a[href], input, button, select, textarea, summary')]
      .filter((control) => control.checkVisibility() && isSeen(control))
      .filter((control) => {
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        // A link may wrap into two lines, with the middle of its whole box between them.
        const { left, top, width, height } = [...control.getClientRects()][0] ?? control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return !control.matches('.skip');
        return !isPressed(control, document.elementFromPoint(x, y));
      })
      .map(
        (control) => `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent?.slice(0, 40)}`,
      );
    scrollTo({ top: from, behavior: 'instant' });
    return found;
  });

/**
 * Looks at a staff screen in every window size, colour scheme and text size. It expects that nothing reaches beyond the edge, no
 * control overlaps words, every control can be pressed, and axe finds nothing. `SCREENS=DIR` saves a screenshot of each.
 */
export async function lookAt(page: Page, screen: string): Promise<void> {
  const folder = process.env['SCREENS'];
  if (folder) await mkdir(folder, { recursive: true });
  for (const look of LOOKS) {
    await take(look, page);
    if (folder) await page.screenshot({ path: join(folder, `${screen}-${look.name}.png`), fullPage: true });
    expect([look.name, await beyondEdge(page)]).toEqual([look.name, []]);
    expect([look.name, await coveredWords(page)]).toEqual([look.name, []]);
    expect([look.name, await coveredControls(page)]).toEqual([look.name, []]);
    if (look.isForAxe) expect([look.name, await axeFaults(page)]).toEqual([look.name, []]);
  }
  await take({ name: '', size: DESK }, page);
}
