import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { SHORT_MS } from './timers';

/** What a page holds at a moment, counted after garbage was collected. */
export interface HeldResources {
  nodes: number;
  listeners: number;
  /** Intervals that go on. */
  intervals: number;
  /** Short timeouts and animation frames that ask for the next one, and so never end. */
  loops: number;
  /** Style sheets of the document. */
  styles: number;
  heapBytes: number;
}

export async function countHeldResources(page: Page, session: CDPSession): Promise<HeldResources> {
  // What is short and does not go on is over by then.
  await wait(SHORT_MS + 50);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const counted = await page.evaluate(() => {
    const { intervals, short } = window.__timers;
    const styles = document.styleSheets.length + document.adoptedStyleSheets.length;
    return { intervals: intervals.size, loops: short.size, styles };
  });
  return { nodes, listeners: jsEventListeners, heapBytes: usedSize, ...counted };
}
