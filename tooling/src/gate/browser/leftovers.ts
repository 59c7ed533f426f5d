import type { CDPSession, Page } from 'playwright-core';

/** What a page holds at a moment, counted after garbage was collected. */
export interface HeldResources {
  nodes: number;
  listeners: number;
  /** Intervals that go on. */
  timers: number;
  /** Style sheets of the document. */
  styles: number;
  heapBytes: number;
}

/** Counts the intervals that nobody has cleared. To be run before any script of the page. */
export const countIntervals = () => {
  const running = new Set<number>();
  const { setInterval: begin, clearInterval: end } = window;
  Object.defineProperty(window, '__intervals', { value: running, enumerable: false });
  window.setInterval = ((...given: Parameters<typeof begin>) => {
    const id = begin(...given);
    running.add(id as unknown as number);
    return id;
  }) as typeof begin;
  window.clearInterval = (id) => {
    running.delete(id as number);
    end(id);
  };
};

export async function countHeldResources(page: Page, session: CDPSession): Promise<HeldResources> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const [timers, styles] = await page.evaluate(() => [
    (window as unknown as { __intervals: Set<number> }).__intervals.size,
    document.styleSheets.length + document.adoptedStyleSheets.length,
  ]);
  return { nodes, listeners: jsEventListeners, timers: timers ?? 0, styles: styles ?? 0, heapBytes: usedSize };
}
