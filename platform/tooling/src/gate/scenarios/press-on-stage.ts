import type { Page } from 'playwright-core';
import { FILL, fillFields } from './fill-fields';

/** So many buttons of a page are pressed, for so long. */
const MOST = 30;
const LONGEST_MS = 8_000;
/** A button may lead to another page so often. */
const MOST_RETURNS = 4;

/** A page is quiet when nothing in it changed for so long; one that never is, is not waited for longer. */
const QUIET_MS = [120, 1_500] as const;

/** A picture of one pixel, for fields that take files. */
const PICTURE = {
  name: 'inspiration.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** What was done on a page, and what it sent. */
export interface StagePresses {
  pressed: string[];
  /** As the stage's log has it: `POST /api/save_form.php`. */
  sent: string[];
  /** Names of buttons that nobody could press. */
  left: string[];
}

const BUTTONS = 'button, [role="button"], [role="tab"], summary, input[type="submit"]';
const DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/**
 * Presses the first button that was not pressed yet, in the open dialog where there is one. A dialog without such a button is
 * closed. To be run in the page. @returns the button's name; undefined when nothing is left
 */
const pressNext = ([buttons, dialogs, done]: readonly [string, string, readonly string[]]): string | undefined => {
  const dialog = [...document.querySelectorAll<HTMLElement>(dialogs)].findLast((one) => one.checkVisibility());
  const place = dialog?.getAttribute('aria-label') ?? dialog?.querySelector('h1, h2, h3')?.textContent ?? '';
  const named = [...(dialog ?? document).querySelectorAll<HTMLElement>(buttons)]
    .filter((button) => dialog || button.closest('#slot'))
    .map((button) => {
      const label = button.getAttribute('aria-label') ?? button.textContent ?? '';
      return { button, name: [place, label].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ').trim().slice(0, 60) };
    });
  const ready = named.filter(
    ({ button, name }) =>
      !done.includes(name) && button.checkVisibility() && !button.matches(':disabled, [aria-disabled="true"]'),
  );
  // What closes a dialog comes last: the form behind it would not be sent.
  const next = ready.find(({ name }) => !/\bclose\b/i.test(name)) ?? ready[0];
  if (next) {
    next.button.scrollIntoView({ block: 'center', behavior: 'instant' });
    next.button.click();
    return next.name;
  }
  if (!dialog) return undefined;
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  if (dialog instanceof HTMLDialogElement) dialog.close();
  const way = [...dialog.querySelectorAll<HTMLElement>('button')].find((button) => button.checkVisibility());
  if (dialog.isConnected && dialog.checkVisibility()) way?.click();
  return `${place}: closed again`;
};

/** Until nothing changes any more. To be run in the page. */
const untilQuiet = ([quiet, longest]: typeof QUIET_MS): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(done, quiet);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, quiet);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(done, longest);
  });

/** Names of buttons in the slot that nobody can press. To be run in the page. */
const readLeft = (buttons: string): string[] =>
  [...document.querySelectorAll<HTMLElement>(`#slot :is(${buttons})`)]
    .filter((button) => !button.checkVisibility() || button.matches(':disabled'))
    .map((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim().slice(0, 60));

/** What the remote sent, oldest first, from the stage's log. To be run in the page. */
const readSent = (): string[] =>
  [...document.querySelectorAll('[aria-label="Asked for"] li')]
    .map((line) => line.textContent ?? '')
    .filter((line) => /^(POST|PUT|PATCH|DELETE) /.test(line))
    .reverse();

async function chooseFiles(page: Page): Promise<void> {
  for (const field of await page.locator('#slot input[type="file"], dialog input[type="file"]').all())
    if (await field.evaluate((input: HTMLInputElement) => !input.disabled && input.files?.length === 0))
      await field.setInputFiles(PICTURE);
}

/**
 * Fills the forms of a page of the stage, and presses each of its buttons once.
 * @param home the stage's address, to which a button that leads elsewhere returns
 */
export async function pressOnStage(page: Page, home: string): Promise<StagePresses> {
  const start = page.url();
  const pressed: string[] = [];
  const sent = new Set<string>();
  const noteSent = async () => {
    for (const line of await page.evaluate(readSent)) sent.add(line);
  };
  const giveUp = performance.now() + LONGEST_MS;
  for (let returns = 0; pressed.length < MOST && performance.now() < giveUp; ) {
    await chooseFiles(page);
    await page.evaluate(fillFields, FILL);
    const name = await page.evaluate(pressNext, [BUTTONS, DIALOGS, pressed] as const);
    if (name === undefined) break;
    pressed.push(name);
    await page.evaluate(untilQuiet, QUIET_MS);
    await noteSent();
    if (page.url().split('#')[0] === start.split('#')[0]) continue;
    returns += 1;
    if (returns > MOST_RETURNS) break;
    await page.goto(home, { waitUntil: 'load' });
    await page.evaluate(untilQuiet, QUIET_MS);
  }
  const left = await page.evaluate(readLeft, BUTTONS);
  return { pressed, sent: [...sent], left: left.filter((name) => name && !pressed.includes(name)) };
}
