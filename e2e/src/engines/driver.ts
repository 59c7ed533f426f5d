import { setTimeout as pause } from 'node:timers/promises';

export type Key = 'Tab' | 'Enter' | 'Escape';

/** A browser as a visitor uses it, whatever protocol speaks to it. */
export interface Driver {
  /** Loads a page by its path. */
  goto(path: string): Promise<void>;
  /** The value of an expression in the page, or in the frame that was entered. */
  run<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Makes the window this wide, in CSS pixels. */
  widen(width: number): Promise<void>;
  /** Goes into the frame that the selector names, or with none back to the page. */
  enter(selector?: string): Promise<void>;
  /** What the console and uncaught exceptions said since the last call. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

const DEADLINE_MS = 20_000;
const POLL_MS = 100;

/** Address and words of the page, with what its form holds. */
const ON_SHOW = `[location.href, document.querySelector('dialog[open]')?.innerText, document.querySelector('main')?.innerText.slice(0, 600),
  ...[...document.querySelectorAll('main input, main textarea')].map((field) => field.name + '=' + field.value)].filter(Boolean).join('\\n')`;

/** Waits until an expression is true in the page. @throws naming it */
export async function until(driver: Pick<Driver, 'run'>, expression: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    // While one page gives way to the next there is none to ask.
    if (await driver.run<boolean>(`Boolean(${expression})`).catch(() => false)) return;
    await pause(POLL_MS);
  }
  const found = await driver.run<string>(ON_SHOW).catch(() => 'no page that answers');
  throw new Error(`Not true within ${DEADLINE_MS / 1000} s: ${expression}\nOn show: ${found}`);
}

/** Until the remote of the page answers to the visitor. */
export const alive = (driver: Driver): Promise<void> =>
  until(
    driver,
    `document.querySelector('#slot') && Object.keys(document.querySelector('#slot')).some((key) => key.startsWith('__reactContainer'))`,
  );
