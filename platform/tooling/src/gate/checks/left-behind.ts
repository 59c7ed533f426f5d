import type { ReleaseManifest } from '@wholepage/contracts/release';
import { containerName } from '@wholepage/federation/container';
import type { Page } from 'playwright-core';
import { type Check, closeFaults, type GateContext, kB } from '../check';
import type { OpenedPage } from '../page';
import { externalNames } from './foreign';

/* What pages leave to all others: names on `window`, and what lies in storages. */

export const globals: Check = {
  name: 'globals',
  holds: 'nothing is written to window, to built-ins or to their prototypes',
  async *run(context) {
    const findings = await context.closeLooks();
    const isExpected = await expectedNames(context);
    const namesOf = (kind: 'added' | 'patched') => new Set(findings.flatMap((found) => found[kind]));
    for (const name of namesOf('added'))
      if (!isExpected(name))
        yield {
          where: `window.${name}`,
          what: 'It is new, and every app would see it.',
          todo: 'Keep it in a module.',
        };
    for (const where of namesOf('patched'))
      if (!OF_SVELTE.test(where))
        yield {
          where,
          what: 'It was replaced or added, for the whole page.',
          todo: 'Wrap it in a function of your own instead, or leave it to the shell.',
        };
  },
};

/** Globals of libraries: versions for developer tools, and messages between a library's own copies. */
const OF_LIBRARIES =
  /^(__reactRouterVersion|litHtmlVersions|reactiveElementVersions|MotionIsMounted|__svelte|__(VUE|zod)_\w+)$/;
/** Empty properties that Svelte defines on all elements, to speed up the engine's lookups. */
const OF_SVELTE = /^Element\.prototype\.(Symbol\(attributes\)|__attributes)$/;

/** Names that an app's build has on `window` by right. Its pages may hold others' fragments. @returns whether a name is one */
export async function expectedNames({
  candidate,
  remotes,
}: Pick<GateContext, 'candidate' | 'remotes'>): Promise<(name: string) => boolean> {
  const isExternal = await externalNames(candidate);
  const apps: ReleaseManifest[] = [candidate.manifest, ...remotes];
  const containers = apps.flatMap(({ app }) => [app, containerName(app)]);
  // The federation's container, the bundler's list of chunks, and the windows of iframes.
  return (name) =>
    containers.includes(name.replace(/^webpackChunk/, '')) ||
    isExternal(name) ||
    OF_LIBRARIES.test(name) ||
    /^\d+$/.test(name);
}

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

/** The name of a stored item that stands for another team's. */
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

/** Characters that a further visit may add to a storage, and the most that may lie there. */
const GROWTH = 1_000;
const MOST = 50_000;

/**
 * What is wrong with what visits leave, in few words each.
 * @param blank of a page without the remote @param visits in their order @param declared cookies that the release reads
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
