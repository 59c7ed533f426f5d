/** Ordinary page loads, for when a page cannot be shown within this document. */

export const loadPage = (url: URL): void => window.location.assign(url);

export const reloadPage = (): void => window.location.reload();
