import { orAfter } from '@wholepage/page-rules/time-limit';

/** Ordinary page loads, for when a page cannot be shown within this document. */
export function loadPage({ href }: URL): void {
  const { location } = window;
  if (href === location.href) location.reload();
  else location.assign(href);
}

/** A browser waits longer for a slow line than anybody waits for us. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Whether a request to the server fails. One that is only late does not. A page load that ends in the browser's own error page
 * would take the visitor out of the site.
 */
export const isUnreachable = (url: URL): Promise<boolean> =>
  orAfter(
    fetch(url, { method: 'HEAD', redirect: 'manual' }).then(
      () => false,
      () => true,
    ),
    ANSWER_LIMIT_MS,
    () => false,
  );
