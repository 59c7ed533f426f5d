import type { Owned } from './owner';

/** A file of a page could not be had. */
export class FileMissingError extends Error {
  override name = 'FileMissingError';
}

interface PageFile {
  href: string;
  as: 'script' | 'style';
  /** The same as of the element that will ask, or the browser fetches twice. */
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
  ...[...remote.css, ...route.css].map((href) => ({ href, as: 'style' as const })),
  ...[...remote.js, ...route.js].map((href) => ({
    href,
    as: 'script' as const,
    integrity: href === remote.entry ? remote.integrity : undefined,
  })),
];

/** The document that the server sent has the styles of its own page. */
const isInDocument = (href: string): boolean =>
  [...document.head.querySelectorAll('link')].some((link) => link.getAttribute('href') === href);

const preload = ({ href, as, integrity }: PageFile, priority: Priority): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = as;
    link.href = href;
    if (integrity) link.integrity = integrity;
    link.fetchPriority = priority;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new FileMissingError(`${href} could not be fetched`));
    };
    document.head.append(link);
  });

/** Chromium answers a second preload of a file from the first, be that a failure: only a fetch asks again. */
async function fetchAnew({ href, integrity = '' }: PageFile): Promise<void> {
  const response = await fetch(href, { integrity });
  if (!response.ok) throw new FileMissingError(`${href} could not be fetched: ${response.status}`);
  await response.blob();
}

/** @throws FileMissingError */
function fetchFile(file: PageFile, priority: Priority = 'auto'): Promise<void> {
  const known = fetched.get(file.href);
  if (known) return known;
  if (isInDocument(file.href)) return Promise.resolve();
  attempts.set(file.href, (attempts.get(file.href) ?? 0) + 1);
  const fetching = preloaded.has(file.href) ? fetchAnew(file) : preload(file, priority);
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
      throw error;
    }
    await pause();
    await fetchInsistently(file);
  }
}

/** Fetches what a page needs, before anyone asks for it. */
export function prefetchPage(owned: Owned, priority: Priority = 'auto'): void {
  for (const file of filesOf(owned)) fetchFile(file, priority).catch(() => {});
}

/**
 * Fetches what a page needs, and asks once more for what did not come.
 * @throws FileMissingError when a file cannot be had
 */
export async function fetchPage(owned: Owned): Promise<void> {
  // All have come to an end before somebody may try again.
  const ends = await Promise.allSettled(filesOf(owned).map(fetchInsistently));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
