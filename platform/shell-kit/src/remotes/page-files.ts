import { fetched, nextTask } from '@wholepage/federation/browser';
import type { Owned } from './releases';

/** A file of a release. Only the entry's integrity is known here; chunks and styles are checked by the bundler's loader. */
type PageFile = Pick<HTMLLinkElement, 'href' | 'integrity'>;

/** Pause before a file is requested a second and last time. */
const RETRY_PAUSE_MS = 400;

const asked = new Map<string, Promise<void>>();
/** Files whose last request failed for the first time. */
const missed = new Set<string>();

/** Returns the files of a page: its remote's and its route's. */
const filesOf = ({ remote, route }: Owned): PageFile[] =>
  [...remote.css, ...route.css, ...remote.js, ...route.js].map((href) => ({
    href,
    integrity: href === remote.entry ? remote.integrity : '',
  }));

/** Whether a `link` of the document names a file: the server's page links its own styles. */
export const isInDocument = (href: string): boolean =>
  [...document.querySelectorAll('link')].some((link) => link.getAttribute('href') === href);

/** Fetches a file into the browser's cache, once. @throws when that fails */
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

/** Exchanges the file whose failure ended the former document. Only its own loader requests it in this document. */
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

/** Prefetches a page's files. At low priority each request is a task of its own. */
export async function prefetchPage(owned: Owned, priority: RequestPriority = 'auto'): Promise<void> {
  const left = givenUp();
  for (const file of filesOf(owned)) {
    if (file.href === left) continue;
    if (priority === 'low') await nextTask();
    fetchFile(file, priority).catch(() => {});
  }
}

/** Fetches a page's files, each a second time if needed. @throws when one cannot be loaded */
export async function fetchPage(owned: Owned): Promise<void> {
  // All requests end before the caller may retry.
  const ends = await Promise.allSettled(filesOf(owned).map(fetchInsistently));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
