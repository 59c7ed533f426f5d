import { fetched, nextTask } from '@wholepage/federation/browser';
import type { Owned } from './releases';

/** A file of a release. Of chunks and styles only their own loader knows the integrity. */
type PageFile = Pick<HTMLLinkElement, 'href' | 'integrity'>;

/** A file is asked for once more, after a pause; never in a loop. */
const RETRY_PAUSE_MS = 400;

const asked = new Map<string, Promise<void>>();
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

/** Fetches a file into the browser's cache, once. @throws when it cannot be had */
function fetchFile({ href, integrity }: PageFile, priority: RequestPriority = 'auto'): Promise<void> {
  const known = asked.get(href);
  if (known) return known;
  if (isInDocument(href)) return Promise.resolve();
  const fetching = fetched(href, { integrity, priority }).then(async (response) => void (await response.blob()));
  asked.set(href, fetching);
  fetching.catch(() => {
    asked.delete(href);
    if (!missed.delete(href)) missed.add(href);
  });
  return fetching;
}

/** Takes the file for which the document before ended, and may leave another: here its own loader alone asks for it. */
function givenUp(next = ''): string | null {
  try {
    const last = sessionStorage.getItem('file-given-up');
    sessionStorage.setItem('file-given-up', next);
    return last;
  } catch {
    return null;
  }
}

async function fetchInsistently(file: PageFile): Promise<void> {
  try {
    await fetchFile(file);
  } catch (error) {
    if (!missed.has(file.href)) {
      givenUp(file.href);
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    await fetchInsistently(file);
  }
}

/** Fetches what a page needs, before anyone asks for it. At low priority asking for each file is a task of its own. */
export async function prefetchPage(owned: Owned, priority: RequestPriority = 'auto'): Promise<void> {
  const left = givenUp();
  for (const file of filesOf(owned)) {
    if (file.href === left) continue;
    if (priority === 'low') await nextTask();
    fetchFile(file, priority).catch(() => {});
  }
}

/** Fetches what a page needs, and asks once more for what did not come. @throws when a file cannot be loaded */
export async function fetchPage(owned: Owned): Promise<void> {
  // All have come to an end before somebody may try again.
  const ends = await Promise.allSettled(filesOf(owned).map(fetchInsistently));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
