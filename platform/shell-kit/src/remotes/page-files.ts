import { nextTask } from '@wholepage/federation/next-task';
import type { Owned } from './releases';

/** A file of a page could not be loaded. */
export class FileMissingError extends Error {
  override name = 'FileMissingError';
}

/** A file of a release. Of chunks and styles only their own loader knows the integrity. */
interface PageFile {
  href: string;
  integrity: string;
}

type Priority = 'low' | 'auto';

/** A file is asked for once more, after a pause; never in a loop. */
const RETRY_PAUSE_MS = 400;

const fetched = new Map<string, Promise<void>>();
/** Files that did not come when they were asked for last, once. */
const missed = new Set<string>();

/** What a page needs of its remote's release. */
const filesOf = ({ remote, route }: Owned): PageFile[] =>
  [...remote.css, ...route.css, ...remote.js, ...route.js].map((href) => ({
    href,
    integrity: href === remote.entry ? remote.integrity : '',
  }));

/** Whether a link of the document names a file: what the server sent has the styles of its own page. */
export const isInDocument = (href: string): boolean =>
  [...document.querySelectorAll('link')].some((link) => link.getAttribute('href') === href);

/** Fetches a file into the browser's cache, once. @throws FileMissingError */
function fetchFile({ href, integrity }: PageFile, priority: Priority = 'auto'): Promise<void> {
  const known = fetched.get(href);
  if (known) return known;
  if (isInDocument(href)) return Promise.resolve();
  const fetching = fetchAhead(href, integrity, priority);
  fetched.set(href, fetching);
  fetching.catch(() => {
    fetched.delete(href);
    if (!missed.delete(href)) missed.add(href);
  });
  return fetching;
}

async function fetchAhead(href: string, integrity: string, priority: Priority): Promise<void> {
  const response = await fetch(href, { integrity, priority });
  if (!response.ok) throw new FileMissingError(`${href} could not be fetched: ${response.status}`);
  await response.blob();
}

async function fetchInsistently(file: PageFile): Promise<void> {
  try {
    await fetchFile(file);
  } catch (error) {
    if (!missed.has(file.href)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    await fetchInsistently(file);
  }
}

/** Fetches what a page needs, before anyone asks for it. At low priority asking for each file is a task of its own. */
export async function prefetchPage(owned: Owned, priority: Priority = 'auto'): Promise<void> {
  for (const file of filesOf(owned)) {
    if (priority === 'low') await nextTask();
    fetchFile(file, priority).catch(() => {});
  }
}

/**
 * Fetches what a page needs, and asks once more for what did not come.
 * @throws FileMissingError when a file cannot be loaded
 */
export async function fetchPage(owned: Owned): Promise<void> {
  // All have come to an end before somebody may try again.
  const ends = await Promise.allSettled(filesOf(owned).map(fetchInsistently));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
