import { readExperiment, startExperiment } from '@wholepage/releases/experiment/experiment';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { type Answer, ask, type Jar, NAVIGATION, viewOf } from './browser-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from './fixture-store';
import type { RunningComposer } from './running-composer';

export const APP = 'mf-blog';
export const NEW = 'The new journal';
export const EVENT = 'mf-blog:read-on';

export async function storeWithExperiment(goal: string, percent = 50): Promise<string> {
  const store = await fixtureStore();
  await writeRelease(store, APP, '2.0.0', SERVER_ENTRIES.says(NEW));
  await startExperiment(store, APP, ['1.0.0', '2.0.0'], percent, { goal });
  return store;
}

/** A visitor with their own IP address. */
class Visitor {
  readonly jar: Jar = new Map();
  constructor(private readonly address: string) {}

  private headers = (more: Record<string, string>) => ({ 'x-forwarded-for': this.address, ...more });

  /** Opens the page in a browser, which reports it. */
  go = async (composer: RunningComposer): Promise<Answer> => {
    const page = await ask(`${composer.origin}/blog`, this.jar, { headers: this.headers(NAVIGATION) });
    const version = page.text.includes(NEW) ? '2.0.0' : '1.0.0';
    await this.tell(composer, { view: viewOf(page), reports: [{ app: APP, version, lcp: 900 }] });
    return page;
  };

  order = ({ origin }: RunningComposer): Promise<Answer> =>
    ask(`${origin}/api/orders`, this.jar, {
      method: 'POST',
      headers: this.headers({ 'content-type': 'application/json' }),
      body: '{}',
    });

  tell = ({ origin }: RunningComposer, body: unknown = { goal: EVENT }): Promise<Answer> =>
    ask(`${origin}/_reports`, this.jar, {
      method: 'POST',
      headers: this.headers({ 'sec-fetch-site': 'same-origin' }),
      body: JSON.stringify(body),
    });
}

export const visitor = (number: number) => new Visitor(`203.0.${Math.floor(number / 250)}.${(number % 250) + 1}`);

/** Reads the figures of both variants that the composers share. */
export async function figures(store: string) {
  const { canary } = releasesOf(await readRegistry(folderStore(store)), APP);
  const seen = canary && (await readExperiment(folderStore(`${store}/private`), APP, canary));
  return seen && { ...seen.result, total: seen.result.a.networks + seen.result.b.networks };
}

export const reached = async (store: string) => {
  const now = await figures(store);
  return now && now.a.reached + now.b.reached;
};
