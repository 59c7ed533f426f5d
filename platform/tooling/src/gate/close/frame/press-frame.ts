import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { LONGEST_LOAD_MS, type OpenedPage } from '../../browser/visits/opened-page';

/** A link that leads nowhere so long leads nowhere. */
const LONGEST_MS = 3_000;
const STEP_MS = 20;

interface FrameLink {
  text: string;
  path: string;
  x: number;
  y: number;
}

/** The first link of a part that leads to another page of the site, brought into view. To be run in the page. */
const linkOf = (part: string): FrameLink | undefined => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`${part} a[href^="/"]`)) {
    if (link.closest('#slot, dialog') || link.target || new URL(link.href).pathname === location.pathname) continue;
    if (!link.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    link.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    // A link of two lines has its middle beside it.
    const [{ left, top, width, height } = link.getBoundingClientRect()] = link.getClientRects();
    if (width === 0 || height === 0) continue;
    return {
      text: (link.textContent ?? '').trim().slice(0, 30),
      path: new URL(link.href).pathname,
      x: left + width / 2,
      y: top + height / 2,
    };
  }
  return undefined;
};

async function arrivesAt(page: Page, path: string): Promise<boolean> {
  for (let waited = 0; waited < LONGEST_MS; waited += STEP_MS) {
    if (new URL(page.url()).pathname === path) return true;
    await wait(STEP_MS);
  }
  return false;
}

/**
 * Presses a link of the frame with the mouse, as a visitor of the remote's page would, and comes back by a page load.
 * @returns what does not come of it, in few words each
 */
export async function pressFrame(
  { page, context, troubles }: OpenedPage,
  part: 'header' | 'footer',
): Promise<string[]> {
  const found: string[] = [];
  const address = page.url();
  const windows: Page[] = [];
  const note = (other: Page) => windows.push(other);
  const link = await page.evaluate(linkOf, part);
  if (!link) return [];
  context.on('page', note);
  const sound = troubles.length;
  await page.mouse.click(link.x, link.y);
  if (!(await arrivesAt(page, link.path)))
    found.push(`a press on "${link.text}" of the ${part} does not lead to ${link.path}`);
  await page.goto(address, { waitUntil: 'commit', timeout: LONGEST_LOAD_MS });
  // The other page was left before it had come: what it says of that is not this remote's.
  troubles.splice(sound);
  context.off('page', note);
  for (const other of windows) await other.close().catch(() => {});
  if (windows.length > 0) found.push(`a press on "${link.text}" of the ${part} opens another window`);
  return found;
}
