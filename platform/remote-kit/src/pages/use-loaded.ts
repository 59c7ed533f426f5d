import type { ShellApi } from '@wholepage/contracts/mount';
import type { Denied, Redirect } from '@wholepage/contracts/render';
import type { RouteParams } from '@wholepage/page-rules/route-match';
import { useCallback, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { AddressChangesContext } from '../mount/address-changes';
import { useRemote } from '../remote-context';
import type { Answer, AnyPage, LoadContext, Loaded } from './page';

type Entry = { key: string } & (
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; loaded: Pick<Loaded<unknown>, 'data'> & Partial<Loaded<unknown>> }
);

/** The data that the server sent with the page, and the address that it belongs to. */
export interface InitialData {
  key: string;
  data: unknown;
}

const LOAD_TIMEOUT_MS = 10_000;

// React warns about layout effects on the server, where none ever runs.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

type Asked = Pick<LoadContext, 'url' | 'params' | 'config'>;

const keyOf = ({ pathname, search }: URL): string => pathname + search;

const load = (page: AnyPage, asked: Asked, signal: AbortSignal) => {
  // A page of another origin may show the remote, whose calls go to its site.
  const ofSite = (input: RequestInfo | URL) => (typeof input === 'string' ? new URL(input, asked.url).href : input);
  return page.load({ ...asked, cookies: {}, fetch: (input, init) => fetch(ofSite(input), init), signal });
};

/** Of the page that a visitor is about to go to. */
let prepared: { key: string; loaded: Loaded<unknown> } | undefined;

/** Fetches a page's data before its address is gone to. @returns what it answers in place of data */
export async function prepareData(page: AnyPage, asked: Asked) {
  prepared = undefined;
  try {
    const loaded = await load(page, asked, AbortSignal.timeout(LOAD_TIMEOUT_MS));
    if (!('head' in loaded)) return loaded;
    prepared = { key: keyOf(asked.url), loaded };
  } catch {
    // The page asks once more, and says so.
  }
  return undefined;
}

function takePrepared(key: string): Loaded<unknown> | undefined {
  const taken = prepared?.key === key ? prepared.loaded : undefined;
  prepared = undefined;
  return taken;
}

/**
 * Goes where the page sends its visitor. The server answers for what is denied, and judges addresses of other sites.
 * @throws when the server has just answered with this page
 */
function follow(answer: Redirect | Denied, url: URL, shell: ShellApi): void {
  if ('to' in answer && answer.to.startsWith('/')) shell.navigate(answer.to);
  else if (performance.getEntriesByType('navigation')[0]?.name !== url.href) window.location.replace(url);
  else throw new Error(`It is answered with ${answer.status}.`);
}

/** The same page with another query stays mounted while it waits: what has the focus keeps it. */
const waiting = (before: Entry | undefined, url: URL, key: string): Entry | undefined =>
  before?.key.split('?')[0] === url.pathname ? { key, state: 'loading' } : undefined;

/**
 * Keeps a page's data in step with its address. A request for an address that was left is aborted.
 * @returns undefined for the instant before the first load has started
 */
export function useLoaded(page: AnyPage, url: URL, params: RouteParams, initial: InitialData | undefined) {
  const { config, shell } = useRemote();
  const key = keyOf(url);
  const [attempt, setAttempt] = useState(0);
  const [entry, setEntry] = useState<Entry | undefined>(() =>
    initial?.key === key ? { key, state: 'ready', loaded: { data: initial.data } } : undefined,
  );
  const isInitial =
    initial?.key === key && attempt === 0 && entry?.state === 'ready' && entry.loaded.head === undefined;

  useBrowserLayoutEffect(() => {
    if (isInitial) return;
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (next: Entry) => {
      if (!signal.aborted) setEntry(next);
    };
    const receive = (loaded: Answer<unknown>) => {
      if ('head' in loaded) settle({ key, state: 'ready', loaded });
      else if (!signal.aborted) follow(loaded, url, shell);
    };
    const fail = (error: unknown) => {
      if (signal.aborted) return;
      console.info(`The data of ${key} could not be loaded.`, error);
      settle({ key, state: 'failed' });
    };
    try {
      const timed = AbortSignal.any([signal, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
      const result = takePrepared(key) ?? load(page, { url, params, config }, timed);
      if (result instanceof Promise) {
        settle({ key, state: 'loading' });
        result.then(receive).catch(fail);
      } else receive(result);
    } catch (error) {
      fail(error);
    }
    return () => controller.abort();
  }, [key, attempt]);

  const current = entry?.key === key ? entry : waiting(entry, url, key);
  const head = current?.state === 'ready' ? current.loaded.head : undefined;
  const failed = current?.state === 'failed';
  const address = useContext(AddressChangesContext);
  const changes = useSyncExternalStore(address.subscribe, address.count, () => 0);
  useEffect(() => {
    // The page that was gone to meanwhile says its own.
    if (!address.isAt(key)) return;
    if (head) shell.setHead(head);
    else if (failed) shell.setHead({ title: '' });
    // The visitor is back on the page that the server made, whose head only a load tells.
    else if (changes && isInitial) setAttempt((count) => count + 1);
  }, [head, failed, shell, changes, isInitial, key, address]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { entry: current, retry };
}
