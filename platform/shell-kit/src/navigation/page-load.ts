/** Ordinary page loads, for when a page cannot be shown within this document. */

export const loadPage = (url: URL): void => window.location.assign(url);

export const reloadPage = (): void => window.location.reload();

/** The address that this document was loaded from. Its hash is the one of then. */
export function loadedAddress(): URL {
  const [load] = performance.getEntriesByType('navigation');
  return new URL(load?.name ?? window.location.href);
}

/** A page load that ends in the browser's own error page would take the visitor out of the site. */
const ANSWER_LIMIT_MS = 1_000;

/** Whether the server answers for a page just now, be it with an apology of its own. */
export async function isServed(url: URL): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    return response.headers.get('content-type')?.startsWith('text/html') ?? false;
  } catch {
    return false;
  }
}
