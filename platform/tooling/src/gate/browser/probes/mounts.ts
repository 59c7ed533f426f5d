import { setTimeout as wait } from 'node:timers/promises';
import { LONGEST_LOAD_MS, type OpenedPage } from '../visits/opened-page';

/** What is mounted in spite of an error is so soon. */
const TROUBLED_MS = 2_000;

declare global {
  interface Window {
    /** Left by {@link watchMounts}. */
    __mounted: Set<string>;
  }
}

/** single-spa tells which apps were mounted and taken away, whatever framework they are made with. */
export const watchMounts = () => {
  const mounted = new Set<string>();
  Object.defineProperty(window, '__mounted', { value: mounted, enumerable: false });
  window.addEventListener('single-spa:app-change', (event) => {
    const { appsByNewStatus } = (event as CustomEvent<{ appsByNewStatus: Record<string, string[]> }>).detail;
    for (const app of appsByNewStatus['MOUNTED'] ?? []) mounted.add(app);
    for (const app of [...(appsByNewStatus['NOT_MOUNTED'] ?? []), ...(appsByNewStatus['SKIP_BECAUSE_BROKEN'] ?? [])])
      mounted.delete(app);
  });
};

/**
 * Until the app is mounted. On a page that is in trouble that is not waited for long.
 * @throws Error saying so when it is not, with what went wrong meanwhile
 */
export async function untilMounted({ page, troubles, troubled }: OpenedPage, app: string): Promise<void> {
  const mounted = page.waitForFunction((name) => window.__mounted.has(name), app, {
    timeout: LONGEST_LOAD_MS,
    polling: 20,
  });
  const givenUp = troubled.then(() => wait(TROUBLED_MS)).then(() => Promise.reject(new Error('given up')));
  try {
    await Promise.race([mounted, givenUp]);
  } catch {
    throw new Error(`${app} was never mounted by the shell${troubles[0] ? `: ${troubles[0]}` : ''}`);
  }
}
