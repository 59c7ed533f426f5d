import type { Page } from 'playwright-core';
import { type Check, closeFaults, kB } from '../check';
import type { OpenedPage } from '../page';

export const storage: Check = {
  name: 'storage',
  holds: 'visits leave no cookie that is not declared, and no more each time',
  run: (context) =>
    closeFaults(
      context,
      'storage',
      'Keep little, under one name, and declare cookies where they are read (`cookies` of a route or fragment).',
    ),
};

const readPlaces = async () => {
  const sizeOf = (storage: Storage) =>
    Object.entries(storage).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  const databases = (await indexedDB.databases()).map(({ name }) => `IndexedDB "${name}"`);
  const caches = (await window.caches.keys()).map((name) => `cache "${name}"`);
  const workers = (await navigator.serviceWorker.getRegistrations()).map(() => 'a service worker');
  return {
    local: sizeOf(localStorage),
    session: sizeOf(sessionStorage),
    places: [...databases, ...caches, ...workers],
  };
};

/** What visits have left in the browser: characters of names and values, and what lies elsewhere, as `IndexedDB "x"`. */
export type StorageRead = Awaited<ReturnType<typeof readStorage>>;

export async function readStorage({ page, context }: OpenedPage) {
  const cookies = (await context.cookies()).map(({ name }) => name);
  return { ...(await page.evaluate(readPlaces)), cookies };
}

/** Stands for what another team keeps in the browser. */
const OTHERS = 'verify-of-another-team';

/** Puts something of nobody's into both storages. */
export const leaveOthers = (page: Page): Promise<void> =>
  page.evaluate((name) => {
    for (const storage of [localStorage, sessionStorage]) storage.setItem(name, 'kept');
  }, OTHERS);

export const lostOfOthers = (page: Page): Promise<string[]> =>
  page.evaluate((name) => {
    const storages = { localStorage, sessionStorage };
    return Object.entries(storages).flatMap(([kind, storage]) =>
      storage.getItem(name) === 'kept' ? [] : [`it removes or changes what others keep in ${kind}`],
    );
  }, OTHERS);

/** Characters by which a further visit may add to what lies in a storage, and all that may lie there. */
const GROWTH = 1_000;
const MOST = 50_000;

/**
 * What is wrong with what visits leave, in few words each.
 * @param blank of a page without anything of the remote @param visits in their order @param declared cookies that the release reads
 */
export function storageFaults(
  blank: StorageRead,
  visits: readonly StorageRead[],
  declared: readonly string[],
): string[] {
  const [last, before] = [visits.at(-1) ?? blank, visits.at(-2) ?? blank];
  const cookies = last.cookies.filter((name) => !blank.cookies.includes(name) && !declared.includes(name));
  const grown = (['local', 'session'] as const).flatMap((storage) => {
    const growth = last[storage] - before[storage];
    return growth > GROWTH
      ? [`${storage}Storage grew by ${kB(growth)} in visit ${visits.length}, and would in each`]
      : [];
  });
  return [
    ...cookies.map((name) => `it sets the cookie "${name}", which the release does not declare`),
    ...last.places.filter((place) => !blank.places.includes(place)).map((place) => `it leaves ${place}`),
    ...grown,
    ...(last.local - blank.local > MOST ? [`localStorage holds ${kB(last.local)}; ${kB(MOST)} are allowed`] : []),
  ];
}
