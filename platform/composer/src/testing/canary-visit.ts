import { startCanary } from '@wholepage/releases/canary/canary';
import { readHistory, readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { ask, type Jar, lastView, NAVIGATION } from './browser-visit';
import { fixtureStore, writeRelease } from './fixture-store';
import { type RunningComposer, runComposer } from './running-composer';

export const APP = 'mf-blog';
export const NEW = 'The new journal';
export const FAILED = { app: APP, version: '2.0.0', failed: 'mount' };

/** Returns a function that starts composers. They are closed after each test of the calling file. */
export function composersOfTest(): (store: string, env?: NodeJS.ProcessEnv) => Promise<RunningComposer> {
  const running: RunningComposer[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((composer) => composer.close()));
  });
  return async (store, env) => {
    const composer = await runComposer(store, env);
    running.push(composer);
    return composer;
  };
}

/** Makes a store whose blog has this release as its canary. */
export async function storeWithCanary(
  server: string,
  percent: number,
  plan?: { next: number[]; everyMs: number; withoutEvidence?: string },
) {
  const store = await fixtureStore();
  await writeRelease(store, APP, '2.0.0', server);
  await startCanary(store, APP, '2.0.0', percent, plan ? { plan } : {});
  return store;
}

export const goTo = (
  { origin }: RunningComposer,
  jar: Jar = new Map(),
  headers: Record<string, string> = {},
  path = '/blog',
) => ask(origin + path, jar, { headers: { ...NAVIGATION, ...headers } });

/** Opens new browsers until one gets the wanted variant. @returns its cookies */
export async function browserOn(
  composer: RunningComposer,
  canary: boolean,
  headers: Record<string, string> = {},
): Promise<Jar> {
  for (;;) {
    const jar: Jar = new Map();
    const { text } = await goTo(composer, jar, headers);
    if (text.includes(NEW) === canary) return jar;
  }
}

export const report = (
  { origin }: RunningComposer,
  body: unknown,
  jar: Jar = new Map(),
  headers: Record<string, string> = {},
) =>
  ask(`${origin}/_reports`, jar, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Sends reports for the browser's newest page view, as the shell does. */
export const reportFrom = (
  composer: RunningComposer,
  jar: Jar,
  reports: unknown[],
  headers: Record<string, string> = {},
) => report(composer, { view: lastView(jar), reports }, jar, headers);

/** Opens the page in a new browser, which reports that it was painted. */
export async function heardOn(
  composer: RunningComposer,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Promise<Jar> {
  const jar: Jar = new Map();
  const { text } = await goTo(composer, jar, headers);
  const version = text.includes(NEW) ? '2.0.0' : '1.0.0';
  await reportFrom(composer, jar, [{ app: APP, version, lcp: 900, ...more }], headers);
  return jar;
}

export const canaryOf = async (store: string) => releasesOf(await readRegistry(folderStore(store)), APP).canary;

export const lastStep = async (store: string) => (await readHistory(folderStore(store)))[0];
