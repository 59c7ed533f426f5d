import { nextTask } from '@wholepage/federation/next-task';
import type { Owned } from './owner';

/** A file of a page could not be loaded. */
export class FileMissingError extends Error {
  override name = 'FileMissingError';
}

interface PageFile {
  href: string;
  /** The same as of the element that will ask, where it is known. */
  integrity?: string | undefined;
}

type Priority = 'low' | 'auto';

/** A file is asked for once more, after a pause; never in a loop. */
const ATTEMPTS = 2;
const RETRY_PAUSE_MS = 400;

const fetched = new Map<string, Promise<void>>();
const attempts = new Map<string, number>();
const preloaded = new Set<string>();

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));

/** What a page needs of its remote's release. */
const filesOf = ({ remote, route }: Owned): PageFile[] => [
  ...[...remote.css, ...route.css].map((href) => ({ href })),
  ...[...remote.js, ...route.js].map((href) => ({
    href,
    integrity: href === remote.entry ? remote.integrity : undefined,
  })),
];

/** The document that the server sent has the styles of its own page. */
const isInDocument = (href: string): boolean =>
  [...document.querySelectorAll('link')].some((link) => link.getAttribute('href') === href);

const preload = ({ href, integrity = '' }: PageFile, priority: Priority): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.href = href;
    link.integrity = integrity;
    link.fetchPriority = priority;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new FileMissingError(`${href} could not be fetched`));
    };
    document.head.append(link);
  });

/**
 * Fetches a file into the browser's cache. Of chunks and styles only their own loader knows the integrity. A preload
 * without it is of no use to an element that has one. Chromium answers a second preload from the first, be that a
 * failure: only this asks again.
 */
async function fetchAhead({ href, integrity = '' }: PageFile, priority: Priority = 'auto'): Promise<void> {
  const response = await fetch(href, { integrity, priority });
  if (!response.ok) throw new FileMissingError(`${href} could not be fetched: ${response.status}`);
  await response.blob();
}

/** @throws FileMissingError */
function fetchFile(file: PageFile, priority: Priority = 'auto'): Promise<void> {
  const known = fetched.get(file.href);
  if (known) return known;
  if (isInDocument(file.href)) return Promise.resolve();
  attempts.set(file.href, (attempts.get(file.href) ?? 0) + 1);
  const isPreload = file.integrity !== undefined && !preloaded.has(file.href);
  const fetching = isPreload ? preload(file, priority) : fetchAhead(file, priority);
  preloaded.add(file.href);
  fetched.set(file.href, fetching);
  fetching.catch(() => fetched.delete(file.href));
  return fetching;
}

async function fetchInsistently(file: PageFile): Promise<void> {
  try {
    await fetchFile(file);
  } catch (error) {
    if ((attempts.get(file.href) ?? 0) >= ATTEMPTS) {
      attempts.delete(file.href);
      giveUp(file.href);
      throw error;
    }
    await pause();
    await fetchInsistently(file);
  }
}

/** Fetches what a page needs, before anyone asks for it. At low priority asking for each file is a task of its own. */
export async function prefetchPage(owned: Owned, priority: Priority = 'auto'): Promise<void> {
  const givenUp = consumeFailedUrls();
  for (const file of filesOf(owned)) {
    if (givenUp.has(file.href)) continue;
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

const KEY = 'files-given-up';
const LIMIT = 20;

const stored = (): string[] => {
  try {
    const files: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(files) ? files : [];
  } catch {
    return [];
  }
};

/** Remembers a file that could not be loaded, across the page load that the navigation ends in. */
export function giveUp(href: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...stored(), href].slice(-LIMIT)));
  } catch {
    // Without a store the next document asks for it once more.
  }
}

/** Files that the previous document failed to load; empties the list. Such a file is not prefetched again. */
export function consumeFailedUrls(): ReadonlySet<string> {
  const files = stored();
  if (files.length > 0) sessionStorage.removeItem(KEY);
  return new Set(files);
}
