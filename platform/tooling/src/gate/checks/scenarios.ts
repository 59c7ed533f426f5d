import type { ReleaseManifest } from '@wholepage/contracts/release';
import { boundedMap } from '@wholepage/releases/store/store';
import type { Page } from 'playwright-core';
import type { Check } from '../check';
import { openPage, refuseWrites, untilIdle } from '../page';
import { AT_ONCE, type GateSite } from '../site';
import { readNames, SELECTOR } from './visits';

const listed = (names: readonly string[]): string => [...new Set(names)].join(', ');

export const scenarios: Check = {
  name: 'scenarios',
  holds: 'alone, with every form filled and sent, no scenario of the remote ends in an error',
  inapplicable: ({ candidate }) =>
    candidate.manifest.entry.standalone ? undefined : 'the release has no standalone page',
  async *run({ candidate, site, note }) {
    const played = await playScenarios(await site(), candidate.manifest);
    if (played.length === 0) note('The standalone page lists no scenarios: its forms were not sent.');
    const sent = played.flatMap((one) => one.sent);
    const unanswered = sent.filter((line) => line.endsWith(' (real)'));
    if (sent.length) note(`The scenarios answered ${listed(sent.filter((line) => !unanswered.includes(line)))}.`);
    if (unanswered.length) note(`No scenario answers ${listed(unanswered)}: what comes after it was not seen.`);
    const left = played.flatMap((one) => one.left);
    if (left.length) note(`On the standalone page these were not pressed, hidden or one too many: ${listed(left)}.`);
    for (const { page, scenario, troubles } of played)
      for (const what of troubles)
        yield {
          where: `${page}, scenario "${scenario}"`,
          what,
          todo: `Open it: npm run standalone in the remote's folder, then ?page=${page}&scenario=${scenario}.`,
        };
  },
};

/** The most pages that are played with the first scenario, and the most further scenarios on one page. */
const MOST_PAGES = 12;
const MOST_SCENARIOS = 16;

/** One page of the standalone host, played in one scenario. */
export interface Played extends Presses {
  page: string;
  scenario: string;
  troubles: string[];
}

/** Pages and scenarios in the panel of the standalone page, without fragments and "really". Runs in the page. */
const readChoices = () => {
  const [pages, scenarios] = [...document.querySelectorAll<HTMLSelectElement>('[aria-label="Standalone"] select')];
  const values = (list: HTMLElement | null | undefined) =>
    [...(list?.children ?? [])].flatMap((child) => (child instanceof HTMLOptionElement ? child.value : []));
  return {
    pages: values(pages),
    hostile: values(pages?.querySelector<HTMLElement>('optgroup[label="Hostile"]')),
    scenarios: values(scenarios).filter((name) => name !== 'real'),
  };
};

/** Addresses of the API: a request there that no scenario answers is blocked. Other addresses take forms as without scripts. */
const OF_THE_API = /^https?:\/\/[^/]+\/(?:api\/|_reports(?:\?|$))/;

/**
 * True for an uncaught error and for a visitor who is led away. Other troubles are permitted where failures are played,
 * since a remote may log them, and on hostile pages, where the browser reports what it refuses.
 */
const isFault = (trouble: string): boolean => /^(uncaught |it leads the visitor away)/.test(trouble);

/** Plays the scenarios of a remote's standalone page, as QA would. Forms are filled and sent; nothing reaches an API. */
export async function playScenarios(
  { browser, composer, closed }: Pick<GateSite, 'browser' | 'closed'> & { composer: { origin: string } },
  { app, version }: ReleaseManifest,
): Promise<Played[]> {
  // The site answers with this status on a page that is closed to strangers.
  const expected = new Set(Object.entries(closed).map(([path, status]) => `${path} was answered with ${status}`));
  const open = async (query: Record<string, string>) => {
    const address = `${composer.origin}/_standalone/${app}/${version}/?${new URLSearchParams(query)}`;
    const prepare = (page: Page) => refuseWrites(page, OF_THE_API);
    const opened = await openPage(browser, address, { api: false, expected, prepare });
    await opened.page
      .locator('#slot > *')
      .first()
      .waitFor({ state: 'attached', timeout: 5_000 })
      .catch(() => {});
    await untilIdle(opened.page);
    return { ...opened, address };
  };
  const play = async (page: string, scenario: string): Promise<Played> => {
    await using opened = await open({ page, scenario });
    const presses = await pressAll(opened.page, opened.address);
    return { ...presses, page, scenario, troubles: [...new Set(opened.troubles)] };
  };

  const first = await open({});
  const { pages, hostile, scenarios } = await first.page.evaluate(readChoices).finally(() => first.context.close());
  const [fine, ...others] = scenarios;
  if (fine === undefined) return [];
  const played = await boundedMap(pages.slice(0, MOST_PAGES), AT_ONCE, (page) => play(page, fine));
  const sending = played.find(({ sent }) => sent.length > 0) ?? played[0];
  if (!sending) return [];
  const rest = await boundedMap(others.slice(0, MOST_SCENARIOS), AT_ONCE, (name) => play(sending.page, name));
  const harmed = await boundedMap(hostile.slice(0, MOST_PAGES), AT_ONCE, (page) => play(page, fine));
  return [...played, ...[...rest, ...harmed].map((one) => ({ ...one, troubles: one.troubles.filter(isFault) }))];
}

/** The most buttons of a page that are pressed, and the longest time for it. */
const MOST = 30;
const LONGEST_MS = 8_000;
/** The most returns from a button that leads to another page. */
const MOST_RETURNS = 4;

/** A picture of one pixel, for file inputs. */
const PICTURE = {
  name: 'inspiration.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

interface Presses {
  pressed: string[];
  /** Lines of the standalone page's log: `POST /api/save_form.php`. */
  sent: string[];
  /** Names of buttons that were not pressed: hidden, disabled, or left for lack of time. */
  left: string[];
}

const DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/**
 * Presses the first unpressed button, in the open dialog where there is one. Closes a dialog without unpressed buttons.
 * Runs in the page. @returns the button's name; undefined when none is left
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
  // A button that closes the dialog comes last: before it, the form of the dialog is sent.
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

/** Resolves when nothing has changed for a moment, or after a limit. Runs in the page. */
const untilQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(done, 120);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, 120);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(done, 1_500);
  });

/** The remote's requests, oldest first, from the log of the standalone page. Runs in the page. */
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
 * Fills the forms of a standalone page and presses each of its buttons once.
 * @param home the address to return to after a button that leads elsewhere
 */
async function pressAll(page: Page, home: string): Promise<Presses> {
  const start = page.url();
  const pressed: string[] = [];
  const sent = new Set<string>();
  // A posted form may replace the page at any moment: the question is then put to the new page.
  const ask = <Answer>(work: () => Promise<Answer>): Promise<Answer> => work().catch(() => work().catch(work));
  const settle = () => ask(() => page.evaluate(untilQuiet));
  const giveUp = performance.now() + LONGEST_MS;
  for (let returns = 0; pressed.length < MOST && performance.now() < giveUp; ) {
    await ask(() => chooseFiles(page));
    await ask(() => page.evaluate(fillFields));
    const name = await ask(() => page.evaluate(pressNext, [SELECTOR, DIALOGS, pressed] as const));
    if (name === undefined) break;
    pressed.push(name);
    await settle();
    for (const line of await ask(() => page.evaluate(readSent))) sent.add(line);
    if (page.url().split('#')[0] === start.split('#')[0]) continue;
    returns += 1;
    if (returns > MOST_RETURNS) break;
    await page.goto(home, { waitUntil: 'load' });
    await settle();
  }
  const names = await ask(() => page.evaluate(readNames, [SELECTOR, 60] as const));
  return { pressed, sent: [...sent], left: names.filter((name) => name && !pressed.includes(name)) };
}

/**
 * Fills the visible empty fields, ticks each box and chooses in each list. Dispatches the events of typing for
 * frameworks. Runs in the page.
 */
const fillFields = (): void => {
  const samples = [
    ['input[type="email"]', 'visitor@example.com'],
    ['input[type="tel"]', '9840011111'],
    ['input[type="number"]', '2'],
    ['input[type="url"]', 'https://example.com/'],
    ['input[type="date"]', '2031-03-14'],
    ['input[type="time"]', '10:30'],
    ['input:not([type]), input[type="text"], input[type="search"], textarea', 'Meena Raman'],
  ] as const;
  const open = ':not([readonly], :disabled, [aria-label="Standalone"] *)';
  const change = (field: HTMLElement, property: string, value: unknown) => {
    // Frameworks override the element's own property; the prototype's setter is the browser's.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, value);
    for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const visible = <E extends HTMLElement>(selector: string): E[] =>
    [...document.querySelectorAll<E>(selector)].filter((field) => field.matches(open) && field.checkVisibility());
  for (const [selector, value] of samples)
    for (const field of visible<HTMLInputElement>(selector)) if (!field.value) change(field, 'value', value);
  for (const list of visible<HTMLSelectElement>('select')) {
    const choice = [...list.options].find(({ value, disabled }) => value && !disabled);
    if (!list.value && choice) change(list, 'value', choice.value);
  }
  for (const box of visible<HTMLInputElement>('input[type="checkbox"]')) if (!box.checked) box.click();
  const groups = new Set(visible<HTMLInputElement>('input[type="radio"]').map(({ name }) => name));
  for (const name of groups) {
    const buttons = visible<HTMLInputElement>(`input[type="radio"][name="${CSS.escape(name)}"]`);
    if (!buttons.some(({ checked }) => checked)) buttons[0]?.click();
  }
};
