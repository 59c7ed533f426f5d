import { setTimeout as pause } from 'node:timers/promises';

export type Key = 'Tab' | 'Enter' | 'Escape';

/** A browser as a visitor uses it, independent of its protocol. */
export interface Driver {
  /** Loads a page by its path. */
  goto(path: string): Promise<void>;
  /** Evaluates an expression in the page, or in the entered frame. */
  run<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Sets the window's width, in CSS pixels. */
  widen(width: number): Promise<void>;
  /** Enters the frame of the selector; without one, returns to the page. */
  enter(selector?: string): Promise<void>;
  /** Errors of the console and uncaught exceptions since the last call. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

const DEADLINE_MS = 20_000;
const POLL_MS = 100;

/** Address and words of the page, with the values of its fields. */
const ON_SHOW = `[location.href, document.querySelector('dialog[open]')?.innerText, document.querySelector('main')?.innerText.slice(0, 600),
  ...[...document.querySelectorAll('main input, main textarea')].map((field) => field.name + '=' + field.value)].filter(Boolean).join('\\n')`;

/** Waits until an expression is true in the page. @throws after 20 s, with the expression and what the page shows */
export async function until(driver: Pick<Driver, 'run'>, expression: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    // Between two pages the evaluation fails.
    if (await driver.run<boolean>(`Boolean(${expression})`).catch(() => false)) return;
    await pause(POLL_MS);
  }
  const found = await driver.run<string>(ON_SHOW).catch(() => 'no page that answers');
  throw new Error(`Not true within ${DEADLINE_MS / 1000} s: ${expression}\nOn show: ${found}`);
}

/** Waits until the remote of the page responds to the visitor. */
export const alive = (driver: Driver): Promise<void> =>
  until(
    driver,
    `document.querySelector('#slot') && Object.keys(document.querySelector('#slot')).some((key) => key.startsWith('__reactContainer'))`,
  );
