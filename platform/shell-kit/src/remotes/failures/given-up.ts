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
