import type { Page } from 'playwright-core';
import { alive } from '../browser/browser';
import { type Look, look } from './look';
import type { Place, Step } from './step';

/** The visitor's place before a step. */
export type Left = Pick<Look, 'entry' | 'scroll' | 'read' | 'open'>;

/** The expected effect of a step does not appear. */
export class NothingHappenedError extends Error {
  override name = 'NothingHappenedError';
}

/** A step cannot be taken: its target is not on the page. */
export class NotThereError extends Error {
  override name = 'NotThereError';
}

interface Target {
  selector: string;
  /** The target's text; empty where the selector suffices. */
  words: string;
  act: 'click' | 'focus';
}

const DIALOG_LIMIT_MS = 30_000;

const WITHIN: Record<Place, string> = {
  header: 'header',
  main: 'main',
  footer: 'footer',
  drawer: 'dialog[open] nav',
  menu: 'header nav [data-open]',
};

const targetOf = (step: Step): Target | undefined => {
  switch (step.do) {
    case 'link':
      return { selector: `${WITHIN[step.where]} a[href="${step.href}"]`, words: '', act: step.key ? 'focus' : 'click' };
    case 'dialog':
      return { selector: 'main button, header button[aria-haspopup="dialog"]', words: step.name, act: 'click' };
    case 'tab':
      return { selector: 'main [role="tab"]', words: step.name, act: 'click' };
    case 'item':
      return { selector: 'main :is(h2, h3) > button[aria-expanded]', words: step.name, act: 'click' };
    default:
      return undefined;
  }
};

/** True when a page load has destroyed the context of an evaluation. */
const isDestroyed = (error: unknown): boolean => String(error).includes('context was destroyed');

/**
 * Acts on the target, and marks the document as the one in which the visitor acted.
 * @returns false when the target is not there
 */
const act = (page: Page, target: Target): Promise<boolean> => {
  const acting = page.evaluate((target) => {
    const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const found = [...document.querySelectorAll<HTMLElement>(target.selector)].find(
      (element) =>
        (!target.words || words(element) === target.words) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    if (!found) return false;
    Object.assign(window, { walked: true });
    found.focus({ preventScroll: true });
    if (target.act === 'click') found.click();
    return true;
  }, target);
  return acting.catch((error: unknown) => {
    if (isDestroyed(error)) return false;
    throw error;
  });
};

/** Moves through the history, and marks the document as {@link act} does. */
const go = (page: Page, way: 'back' | 'forward'): Promise<void> =>
  page
    .evaluate((way) => {
      Object.assign(window, { walked: true });
      window.history[way]();
    }, way)
    .catch((error: unknown) => {
      if (!isDestroyed(error)) throw error;
    });

async function awaitDialog(page: Page): Promise<void> {
  await page
    .locator('dialog[open]')
    .first()
    .waitFor({ timeout: DIALOG_LIMIT_MS })
    .catch(() => {
      throw new NothingHappenedError(`no dialog came; the address is ${page.url()}`);
    });
}

/**
 * Polls the page until `ask` returns `seen`. It polls by timer, because a page in the background paints no frames.
 * @throws NotThereError when it returns `gone`; NothingHappenedError after 30 s
 */
async function awaitLink(page: Page, ask: (href: string) => 'seen' | 'gone' | false, href: string): Promise<void> {
  const answer = await page
    .waitForFunction(ask, href, { timeout: DIALOG_LIMIT_MS, polling: 50 })
    .then((handle) => handle.jsonValue())
    .catch(() => {
      throw new NothingHappenedError(`the menu does not show ${href}; the address is ${page.url()}`);
    });
  if (answer === 'gone') throw new NotThereError(href);
}

/**
 * Opens the drawer and the part of it with the link, and waits until the link is visible, because a drawer fades in.
 * @throws NotThereError, NothingHappenedError
 */
async function openDrawer(page: Page, href: string): Promise<void> {
  const menu = page.locator('header button[aria-haspopup="dialog"]');
  if (!(await menu.isVisible())) throw new NotThereError('the drawer');
  await menu.evaluate((button) => {
    Object.assign(window, { walkedDrawer: 'pressed' });
    (button as HTMLElement).click();
  });
  await awaitLink(
    page,
    (href) => {
      const walked = window as { walkedDrawer?: 'pressed' | 'open' };
      const isOpen = document.querySelector('dialog[open] nav') !== null;
      // A hasty step before this one may take the drawer away.
      if (!walked.walkedDrawer || (walked.walkedDrawer === 'open' && !isOpen)) return 'gone';
      if (isOpen) walked.walkedDrawer = 'open';
      const links = [...document.querySelectorAll(`dialog[open] nav a[href="${href}"]`)];
      const closed = links.map((link) => link.closest('[hidden]')?.id).find(Boolean);
      document.querySelector<HTMLElement>(`[aria-controls="${closed}"][aria-expanded="false"]`)?.click();
      const isSeen = links.some((link) => link.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
      return isSeen && 'seen';
    },
    href,
  );
}

/**
 * Opens the menu behind a link of the header's row by its button, and waits until the link is visible.
 * @throws NotThereError, NothingHappenedError
 */
async function openMenu(page: Page, href: string): Promise<void> {
  await awaitLink(
    page,
    (href) => {
      const links = [...document.querySelectorAll(`header nav [id] a[href="${href}"]`)];
      const button = document.querySelector<HTMLElement>(`[aria-controls="${links[0]?.closest('[id]')?.id}"]`);
      if (!button) return 'gone';
      button.focus({ preventScroll: true });
      if (button.getAttribute('aria-expanded') === 'false') button.click();
      const isSeen = links.some((link) => link.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
      return isSeen && 'seen';
    },
    href,
  );
}

/** Takes a step of a walk. @returns the visitor's place before it @throws NotThereError, NothingHappenedError */
export async function perform(page: Page, step: Step): Promise<Left> {
  if (step.do === 'link' && step.where === 'drawer') await openDrawer(page, step.href);
  if (step.do === 'link' && step.where === 'menu') await openMenu(page, step.href);
  // Before hydration this button leads to the contact page, as it does without scripts.
  if (step.do === 'dialog') await alive(page);
  const left = await look(page);
  const target = targetOf(step);
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
