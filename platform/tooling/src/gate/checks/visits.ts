import { setTimeout as wait } from 'node:timers/promises';
import type { Request } from 'playwright-core';
import { type Check, closeFaults } from '../check';
import { findViolations, LONGEST_LOAD_MS, type OpenedPage, refuseWrites, untilIdle, type Violation } from '../page';

export const visits: Check = {
  name: 'visits',
  holds: 'a page works on the second and third visit, at all widths, and when each button is pressed',
  async *run(context) {
    for (const { path, pressed } of await context.closeLooks())
      if (pressed.left.length)
        context.note(`${path}: not pressed, hidden or one too many: ${pressed.left.slice(0, 8).join(', ')}`);
    yield* closeFaults(context, 'troubles', 'Open it, do the same, and look at the console.');
  },
};

/** The most buttons of a page that are pressed, and the longest time for it. The rest are named. */
const MOST = 60;
const LONGEST_MS = 20_000;
/** The longest wait for the requests that a button starts. */
const LONGEST_FETCH_MS = 1_500;
const STEP_MS = 20;
const MOST_DIALOGS = 3;

export interface Pressed {
  names: string[];
  /** Buttons that were not pressed: hidden, or beyond the limit. */
  left: string[];
  /** By the name of the button that opened the dialog. */
  violations: { dialog: string; violation: Violation }[];
}

export const SELECTOR = 'button, [role="button"], [role="tab"], summary, input[type="submit"]';
const MARK = 'data-gate-dialog';

/** Presses the first unpressed button. Runs in the page. @returns its name; undefined when none is left */
const pressNext = async ([selector, done]: readonly [string, readonly string[]]): Promise<string | undefined> => {
  const seen = new Map<string, number>();
  const named = [...document.querySelectorAll<HTMLElement>(`#slot :is(${selector})`)].map((button) => {
    const text = button.getAttribute('aria-label') ?? button.textContent ?? '';
    const label = text.replaceAll(/\s+/g, ' ').trim().slice(0, 40) || button.tagName.toLowerCase();
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return { button, name: count > 1 ? `${label} (${count})` : label };
  });
  const next = named.find(
    ({ button, name }) =>
      !done.includes(name) && button.checkVisibility() && !button.matches(':disabled, [aria-disabled="true"]'),
  );
  if (!next) return undefined;
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  // A visitor would see the button first: elements far from the viewport are not laid out.
  next.button.scrollIntoView({ block: 'center', behavior: 'instant' });
  await frame();
  next.button.click();
  // What it opens may come a moment later.
  for (let frames = 0; frames < 2; frames += 1) await frame();
  return next.name;
};

/** Marks an open dialog of the remote. Runs in the page. @returns true when there is one */
const markDialog = (mark: string): boolean => {
  const dialog = [...document.querySelectorAll('dialog[open], [role="dialog"], [role="alertdialog"]')].find(
    (one) => one.checkVisibility() && (one.closest('#slot') || !one.closest('#app')),
  );
  dialog?.setAttribute(mark, '');
  return dialog !== undefined;
};

/** Closes a dialog as a visitor would, and removes one that stays. Runs in the page. */
const closeDialog = async (mark: string) => {
  const dialog = document.querySelector(`[${mark}]`);
  dialog?.removeAttribute(mark);
  const close = [...(dialog?.querySelectorAll('button') ?? [])].find((button) =>
    /close/i.test(button.getAttribute('aria-label') ?? button.textContent ?? ''),
  );
  close?.click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (dialog instanceof HTMLDialogElement && dialog.open) dialog.close();
};

/** Names of all buttons in the slot, cut at `longest` characters. Runs in the page. */
export const readNames = ([selector, longest]: readonly [string, number]): string[] =>
  [...document.querySelectorAll<HTMLElement>(`#slot :is(${selector})`)].map((button) =>
    (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, longest),
  );

/** Presses each button in the slot once, and checks each dialog that opens. The page is unusable afterwards. */
export async function pressButtons({ page, troubles }: OpenedPage): Promise<Pressed> {
  await refuseWrites(page, '**');
  const address = page.url();
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfinished', (request) => pending.delete(request));
  const giveUp = performance.now() + LONGEST_MS;
  const pressed: Pressed = { names: [], left: [], violations: [] };
  const sound = troubles.length;
  while (pressed.names.length < MOST && performance.now() < giveUp) {
    const name = await page.evaluate(pressNext, [SELECTOR, pressed.names] as const);
    if (name === undefined) break;
    pressed.names.push(name);
    // A button may fetch what it opens, or lead to another page, which is waited for.
    const longest = () => ([...pending].some((one) => one.isNavigationRequest()) ? LONGEST_LOAD_MS : LONGEST_FETCH_MS);
    for (let waited = 0; pending.size > 0 && waited < longest(); waited += STEP_MS) await wait(STEP_MS);
    for (let count = 0; count < MOST_DIALOGS && (await page.evaluate(markDialog, MARK)); count += 1) {
      await untilIdle(page);
      for (const violation of await findViolations(page, `[${MARK}]`))
        pressed.violations.push({ dialog: name, violation });
      await page.evaluate(closeDialog, MARK);
    }
    // Dialogs of the shell that the button opened.
    await page.evaluate(() => {
      for (const dialog of document.querySelectorAll('dialog')) if (!dialog.closest('#slot')) dialog.close();
    });
    // A button may lead to another page: the remaining buttons are on the page before it.
    if (page.url().split('#')[0] !== address.split('#')[0]) {
      await page.goto(address, { waitUntil: 'load' });
      await untilIdle(page);
    }
    if (troubles.length > sound) {
      troubles[troubles.length - 1] += `, after "${name}" was pressed`;
      break;
    }
  }
  const names = await page.evaluate(readNames, [SELECTOR, 40] as const);
  pressed.left = names.filter((name) => name && !pressed.names.includes(name));
  await page.unroute('**');
  return pressed;
}
