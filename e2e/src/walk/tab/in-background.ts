import type { Page } from 'playwright-core';

/** Imitates a tab in the background: no frame is painted, and no view transition starts. The browsers of tests show every tab. */
export const inBackground = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    window.requestAnimationFrame = () => 0;
    const startViewTransition = (update: () => Promise<void>) => {
      const updateCallbackDone = Promise.resolve().then(update);
      const ready = Promise.reject(new DOMException('The document is hidden.', 'InvalidStateError'));
      ready.catch(() => {});
      return { updateCallbackDone, ready, finished: updateCallbackDone, skipTransition: () => {} };
    };
    Object.assign(document, { startViewTransition });
  });
