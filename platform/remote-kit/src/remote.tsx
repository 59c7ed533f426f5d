import type { AddressView, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import type { Denied, Redirect } from '@wholepage/contracts/render';
import type { RouteParams } from '@wholepage/page-rules/address';
import {
  type ComponentType,
  createContext,
  type ReactElement,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type OwnRoot, openRoot } from './own-root';
import {
  type Answer,
  type AnyPage,
  type LoadContext,
  type Loaded,
  RemoteContext,
  type RemoteDefinition,
  type RemoteRoute,
  useRemote,
} from './page';
import { findRoute, forgetFailures, loadPage, readPage } from './routes';

/*
 * The browser entry of a React remote, and the imports of its pages. It finds an address's page, loads it, and shows it.
 */

export { createPolicy } from '@wholepage/federation/browser';
export type {
  Answer,
  AnyPage,
  DefinePage,
  LoadContext,
  Loaded,
  PageDefinition,
  PageProps,
  RemoteDefinition,
  RemoteRoute,
} from './page';
export { definePage, denied, RemoteContext, type RemoteEnvironment, redirect, useRemote } from './page';

type FollowingPagesProps = Omit<RemotePagesProps, 'address' | 'around'> & { view: AddressView };
export type PagesComponent = ComponentType<FollowingPagesProps>;

/** A remote with `prepare`, which its entry exports: `export const { prepare } = createRemote(…)`. */
export type PreparedApp = RemoteApp & Required<Pick<RemoteApp, 'prepare'>>;

/** Creates the browser entry of a React remote: one root in its slot, hydrated when the server rendered it. */
export function remoteApp(definition: RemoteDefinition, Pages: PagesComponent): PreparedApp {
  // An abandoned mount may still run in its own slot.
  const roots = new WeakMap<HTMLElement, OwnRoot>();
  const watches = new WeakMap<HTMLElement, ReturnType<typeof watchAddress>>();

  return {
    async bootstrap() {},

    async prepare({ url, config }) {
      forgetFailures();
      const match = findRoute(definition.routes, url.pathname);
      return match && prepareData(await loadPage(match.route), { url, params: match.params, config });
    },

    /** @throws when the page's code cannot be loaded */
    async mount({ slot, config, data, shell, view = window }) {
      forgetFailures();
      // The page of the server's data: a visitor who goes back while its code loads changes the address, not the page.
      const key = keyOf(view.location);
      const match = findRoute(definition.routes, view.location.pathname);
      if (match) await loadPage(match.route);
      if (!slot.isConnected) return;
      const hydrate = data !== undefined && slot.hasChildNodes();
      const changes = watchAddress(view);
      watches.set(slot, changes);
      const tree = (
        <RemoteContext.Provider value={{ config, shell, ...(view !== window && { base: view.location.origin }) }}>
          <AddressChangesContext.Provider value={changes}>
            <Pages
              definition={definition}
              origin={view.location.origin}
              view={view}
              initial={hydrate ? { key, data } : undefined}
            />
          </AddressChangesContext.Provider>
        </RemoteContext.Provider>
      );
      const root = openRoot(slot, tree, {
        identifierPrefix: `${definition.name}-`,
        // In slices, so that the page stays responsive.
        start: hydrate ? 'slices' : 'render',
        onFail: shell.fail,
      });
      roots.set(slot, root);
    },

    async unmount({ slot }) {
      roots.get(slot)?.unmount();
      roots.delete(slot);
      watches.get(slot)?.end();
      slot.replaceChildren();
    },
  };
}

/** Creates a remote without a router: its pages read only what their `load` gets of the address. */
export const createRemote = (definition: RemoteDefinition): PreparedApp => remoteApp(definition, BrowserPages);

/** Returns the present address of a page; a query that the shell removed meanwhile is no other page. */
const caughtUp = (address: string, view: AddressView): string =>
  address.split('?')[0] === view.location.pathname ? address : keyOf(view.location);

/**
 * Follows the address bar. A transition keeps the old page while the next one's code loads. The server's page is
 * hydrated as it is, even when the visitor has navigated since.
 */
function BrowserPages({ view, ...props }: FollowingPagesProps) {
  const [address, setAddress] = useState(() => props.initial?.key ?? keyOf(view.location));
  useEffect(() => {
    const follow = () => startTransition(() => setAddress(keyOf(view.location)));
    view.addEventListener('popstate', follow);
    startTransition(() => setAddress((before) => caughtUp(before, view)));
    return () => view.removeEventListener('popstate', follow);
  }, [view]);
  return <RemotePages {...props} address={address} />;
}

/** The server's data, and the address that it belongs to. */
interface InitialData {
  key: string;
  data: unknown;
}

/** Props of the component that renders a remote's pages. */
interface RemotePagesProps {
  definition: RemoteDefinition;
  /** Path and query. */
  address: string;
  origin: string;
  /** The server's data for the first page. */
  initial: InitialData | undefined;
  /** Wraps a page that is shown at an address. */
  around?: (page: ReactElement, route: RemoteRoute, address: string) => ReactElement;
}

/** Renders the page of an address. For a foreign address the last page stays until the shell unmounts the remote. */
export function RemotePages({ definition, address, origin, initial, around }: RemotePagesProps) {
  const [owned, setOwned] = useState(address);
  const [served, setServed] = useState(initial);
  const path = (given: string) => given.split('?')[0] ?? '/';
  if (address !== owned && findRoute(definition.routes, path(address))) {
    setOwned(address);
    setServed(undefined);
  }
  const url = useMemo(() => new URL(owned, origin), [owned, origin]);
  const match = useMemo(() => findRoute(definition.routes, url.pathname), [definition, url]);
  if (!match) return null;
  const { route, params } = match;
  const page = <RoutePage key={route.path} route={route} params={params} url={url} initial={served} />;
  return around ? around(page, route, owned) : page;
}

interface RoutePageProps {
  route: RemoteRoute;
  params: RouteParams;
  url: URL;
  initial: InitialData | undefined;
}

/** Renders one page of a remote: loads its code and data, and shows its component. */
export function RoutePage({ route, params, url, initial }: RoutePageProps) {
  const page = readPage(route);
  const { entry, retry } = useLoaded(page, url, params, initial);
  if (!entry) return null;
  return (
    <page.Page
      state={entry.state}
      data={entry.state === 'ready' ? entry.loaded.data : undefined}
      params={params}
      url={url}
      retry={retry}
    />
  );
}

/** Loads a page's data for its address, and aborts loads for former ones. @returns undefined before the first load has started */
function useLoaded(page: AnyPage, url: URL, params: RouteParams, initial: InitialData | undefined) {
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
      const result = takePrepared(key) ?? loadData(page, { url, params, config }, timed);
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
    // The next page sets its own head.
    if (!address.isAt(key)) return;
    if (head) shell.setHead(head);
    else if (failed) shell.setHead({ title: '' });
    // The visitor returned to the server's page, whose head only a load returns.
    else if (changes && isInitial) setAttempt((count) => count + 1);
  }, [head, failed, shell, changes, isInitial, key, address]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { entry: current, retry };
}

type Entry = { key: string } & (
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; loaded: Pick<Loaded<unknown>, 'data'> & Partial<Loaded<unknown>> }
);

const LOAD_TIMEOUT_MS = 10_000;

// React warns about layout effects on the server, where they never run.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Follows a redirect. The server handles denials, and redirects to other sites.
 * @throws when the server has just answered with this page
 */
function follow(answer: Redirect | Denied, url: URL, shell: ShellApi): void {
  if ('to' in answer && answer.to.startsWith('/')) shell.navigate(answer.to);
  else if (performance.getEntriesByType('navigation')[0]?.name !== url.href) window.location.replace(url);
  else throw new Error(`It is answered with ${answer.status}.`);
}

/** Returns a loading state that keeps a page with another query mounted, so that the focus stays. */
const waiting = (before: Entry | undefined, url: URL, key: string): Entry | undefined =>
  before?.key.split('?')[0] === url.pathname ? { key, state: 'loading' } : undefined;

type Asked = Pick<LoadContext, 'url' | 'params' | 'config'>;

/** Returns path and query, which identify a page. */
const keyOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string => pathname + search;

const loadData = (page: AnyPage, asked: Asked, signal: AbortSignal) => {
  // In a foreign page the remote's calls go to its own site.
  const ofSite = (input: RequestInfo | URL) => (typeof input === 'string' ? new URL(input, asked.url).href : input);
  return page.load({ ...asked, cookies: {}, fetch: (input, init) => fetch(ofSite(input), init), signal });
};

/** Data of the next page, loaded ahead. */
let prepared: { key: string; loaded: Loaded<unknown> } | undefined;

/** Loads a page's data before the navigation. @returns a redirect or denial instead of data */
async function prepareData(page: AnyPage, asked: Asked) {
  prepared = undefined;
  try {
    const loaded = await loadData(page, asked, AbortSignal.timeout(LOAD_TIMEOUT_MS));
    if (!('head' in loaded)) return loaded;
    prepared = { key: keyOf(asked.url), loaded };
  } catch {
    // The page loads again, and shows the failure.
  }
  return undefined;
}

function takePrepared(key: string): Loaded<unknown> | undefined {
  const taken = prepared?.key === key ? prepared.loaded : undefined;
  prepared = undefined;
  return taken;
}

/** On the server the address never changes. */
const AddressChangesContext = createContext<Omit<ReturnType<typeof watchAddress>, 'end'>>({
  count: () => 0,
  subscribe: () => () => {},
  isAt: () => true,
});

/**
 * Counts changes of the page in the address, also before React subscribes, and a visit to another page and straight back.
 */
function watchAddress(view: AddressView) {
  const listeners = new Set<() => void>();
  let count = 0;
  let last = keyOf(view.location);
  const follow = (): void => {
    const now = keyOf(view.location);
    if (now === last) return;
    last = now;
    count += 1;
    for (const listener of listeners) listener();
  };
  view.addEventListener('popstate', follow);
  return {
    count: () => count,
    subscribe(onChange: () => void): () => void {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    /** Whether the address is still this page's; a query that the shell removes is no other page. */
    isAt: (page: string) =>
      keyOf(view.location) === page || (count === 0 && page.split('?')[0] === view.location.pathname),
    end: () => view.removeEventListener('popstate', follow),
  };
}
