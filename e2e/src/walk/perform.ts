import type { Page } from 'playwright-core';
import { alive } from '../browser/browser';
import { type Look, look } from './look';
import type { Step } from './step';

/** Where the visitor was as they acted. */
export type Left = Pick<Look, 'entry' | 'scroll' | 'read' | 'open'>;

/** What a step is for does not come. */
export class NothingHappenedError extends Error {
  override name = 'NothingHappenedError';
}

/** A step of a walk cannot be taken: what it names is not on the page. */
export class NotThereError extends Error {
  override name = 'NotThereError';
}

interface Target {
  selector: string;
  /** The words on it, or nothing where the selector says it all. */
  words: string;
  act: 'click' | 'focus';
}

const DIALOG_LIMIT_MS = 30_000;
const DRAWER_LIMIT_MS = 2_000;

const targetOf = (step: Step): Target | undefined => {
  switch (step.do) {
    case 'link': {
      const within = step.where === 'drawer' ? 'dialog[open] nav' : step.where;
      return { selector: `${within} a[href="${step.href}"]`, words: '', act: step.key ? 'focus' : 'click' };
    }
    case 'dialog':
      return { selector: 'main button', words: step.name, act: 'click' };
    case 'tab':
      return { selector: 'main [role="tab"]', words: step.name, act: 'click' };
    case 'item':
      return { selector: 'main :is(h2, h3) > button[aria-expanded]', words: step.name, act: 'click' };
    default:
      return undefined;
  }
};

/** @returns whether there was something to act on */
const act = (page: Page, target: Target): Promise<boolean> =>
  page.evaluate((target) => {
    const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const found = [...document.querySelectorAll<HTMLElement>(target.selector)].find(
      (element) =>
        (!target.words || words(element) === target.words) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    if (!found) return false;
    found.focus({ preventScroll: true });
    if (target.act === 'click') found.click();
    return true;
  }, target);

/** A page load takes away what answers. */
const go = (page: Page, way: 'back' | 'forward'): Promise<void> =>
  page
    .evaluate((way) => window.history[way](), way)
    .catch((error: unknown) => {
      if (!String(error).includes('context was destroyed')) throw error;
    });

async function awaitDialog(page: Page, within = ''): Promise<void> {
  await page
    .locator(`dialog[open] ${within}`)
    .first()
    .waitFor({ timeout: DIALOG_LIMIT_MS })
    .catch(() => {
      throw new NothingHappenedError(`no dialog came; the address is ${page.url()}`);
    });
}

/** Waits for a link of the drawer to be seen, unless it is in a part that is closed. */
const linkOf = (page: Page, href: string): Promise<unknown> =>
  page
    .waitForFunction(
      (href) =>
        [...document.querySelectorAll(`dialog[open] nav a[href="${href}"]`)].some((link) =>
          link.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        ),
      href,
      { timeout: DRAWER_LIMIT_MS },
    )
    .catch(() => undefined);

/** @throws NotThereError */
async function openDrawer(page: Page): Promise<void> {
  const menu = page.locator('header button[aria-haspopup="dialog"]');
  if (!(await menu.isVisible())) throw new NotThereError('the drawer');
  await menu.evaluate((button) => (button as HTMLElement).click());
  await awaitDialog(page, 'nav a');
}

/**
 * Takes a step of a walk.
 * @returns where the visitor was as they took it
 * @throws NotThereError, NothingHappenedError
 */
export async function perform(page: Page, step: Step): Promise<Left> {
  if (step.do === 'link' && step.where === 'drawer') await openDrawer(page);
  // Pressed before any script runs, this button leads to the contact page, as it does without scripts.
  if (step.do === 'dialog') await alive(page);
  const left = await look(page);
  const target = targetOf(step);
  // A drawer fades in: on a slow machine its links are not seen at once.
  if (step.do === 'link' && step.where === 'drawer') await linkOf(page, step.href);
  if (target && !(await act(page, target))) throw new NotThereError(JSON.stringify(step));
  switch (step.do) {
    case 'link':
      if (step.key) await page.keyboard.press('Enter');
      break;
    case 'back':
    case 'forward':
      await go(page, step.do);
      break;
    case 'reload':
      await page.reload();
      break;
    case 'dialog':
      await awaitDialog(page);
      if (step.leave === 'by Escape') await page.keyboard.press('Escape');
      else await go(page, 'back');
      break;
    case 'scroll':
      await page.evaluate((part) => {
        const { scrollHeight } = document.documentElement;
        window.scrollTo({ top: (scrollHeight - window.innerHeight) * part, behavior: 'instant' });
      }, step.part);
      break;
  }
  return left;
}
