import type { Page } from 'playwright-core';

/** Milliseconds. Longer timeouts are deadlines, which come once; one that asks for the next is rarely longer. */
export const SHORT_MS = 250;

/** Timers that nobody has cleared, by their numbers. */
export interface CountedTimers {
  intervals: Set<number>;
  short: Set<number>;
}

declare global {
  interface Window {
    /** Left by {@link watchTimers}. */
    __timers: CountedTimers;
  }
}

/** Counts the timers that nobody has cleared. To be run before any script of the page, with {@link SHORT_MS}. */
const countTimers = (shortMs: number) => {
  const intervals = new Set<number>();
  const short = new Set<number>();
  Object.defineProperty(window, '__timers', { value: { intervals, short }, enumerable: false });
  // Without the types of Node's.
  const browser: Window = window;
  const { setInterval, clearInterval, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = browser;
  type Handler = (...given: unknown[]) => void;
  const counted = (begin: (work: Handler, delay?: number) => number) =>
    function begins(work: Handler, delay?: number, ...values: unknown[]) {
      const id: number = begin((...given: unknown[]) => {
        short.delete(id);
        return work(...given, ...values);
      }, delay);
      if ((delay ?? 0) <= shortMs) short.add(id);
      return id;
    };
  const forgets = (from: Set<number>, end: (id: number) => void) => (id: number) => {
    from.delete(id);
    end(id);
  };
  Object.assign(window, {
    setInterval: (...given: Parameters<typeof setInterval>) => {
      const id = setInterval(...given);
      intervals.add(id);
      return id;
    },
    clearInterval: forgets(intervals, clearInterval),
    setTimeout: counted(setTimeout),
    clearTimeout: forgets(short, clearTimeout),
    requestAnimationFrame: counted(requestAnimationFrame),
    cancelAnimationFrame: forgets(short, cancelAnimationFrame),
  });
};

/** Has every page of a context count its timers. */
export const watchTimers = (page: Page): Promise<unknown> => page.addInitScript(countTimers, SHORT_MS);
