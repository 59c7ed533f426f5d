/** Whether the browser knows that it has no connection. That it believes to have one says little. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Resolves when the browser has a connection. */
export const online = (): Promise<void> =>
  new Promise((resolve) => {
    if (isOffline()) window.addEventListener('online', () => resolve(), { once: true });
    else resolve();
  });
