import { setTimeout as delay } from 'node:timers/promises';
import type { MeasuredComposer } from '../composer/composer-process';
import { metric } from './composer-numbers';
import { pathOf, releaseParts } from './store';

const PAGES = 50;
const POLL_MS = 20;
const PATIENCE_MS = 10_000;
const HITS = 'composer_page_cache_hits_total';

/** What a release of a fragment did to the pages in memory. */
export interface Emptied {
  /** Pages that hold the fragment, and others as many. */
  pages: number;
  /** Of the others, those that were still sent from memory. */
  others: number;
  /** Of those that hold it, those that were made again. */
  holders: number;
  /** From the promotion to the first page that shows it. */
  seenMs: number;
}

const readAll = async (urls: readonly string[]): Promise<string[]> => {
  const texts: string[] = [];
  for (const url of urls) texts.push(await (await fetch(url)).text());
  return texts;
};

/** Fills the memory of pages, releases the fragment's team once more, and asks for each page again. */
export async function measureEmptied(store: string, { origin, privateOrigin }: MeasuredComposer): Promise<Emptied> {
  const pagesOf = (count: number) =>
    Array.from({ length: PAGES }, (_, page) => origin + pathOf('parts', count, `page${page}`));
  const [holders, others] = [pagesOf(5), pagesOf(0)];
  const seen = origin + pathOf('parts', 5, 'seen');
  await readAll([...holders, ...others]);
  const hits = () => metric(privateOrigin, HITS);
  const hitsOf = async (urls: readonly string[]): Promise<number> => {
    const before = await hits();
    await readAll(urls);
    return (await hits()) - before;
  };
  if ((await hitsOf([...holders, ...others])) !== 2 * PAGES) throw new Error('The pages were not in memory.');
  const began = performance.now();
  await releaseParts(store, '1.1.0');
  const isSeen = async () => ((await readAll([seen]))[0] ?? '').includes('mf-courses/1.1.0');
  while (!(await isSeen())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('The release was not seen in time.');
    await delay(POLL_MS);
  }
  const seenMs = performance.now() - began;
  return { pages: PAGES, others: await hitsOf(others), holders: PAGES - (await hitsOf(holders)), seenMs };
}
