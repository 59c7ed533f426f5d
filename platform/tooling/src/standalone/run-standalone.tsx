import type { FragmentsModule } from '@wholepage/contracts/fragment';
import type { MountProps, PublicConfig, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID } from '@wholepage/contracts/page';
import { arrival } from '@wholepage/federation/browser';
import { exposedModule } from '@wholepage/federation/container';
import { withSiteShell } from '@wholepage/page-rules/site-shell';
import { EventScope } from '@wholepage/shell-kit/events/site-events';
import { clickedAddress } from '@wholepage/shell-kit/navigation/links';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { APP_UPDATED } from './app-updated';
import { fragmentAt, isFragmentPath } from './fragment-address';
import { interceptFetch, interceptForms, interceptXhr } from './intercept';
import { Panel } from './Panel';
import type { Scenario, StandaloneDefinition } from './scenario';

/** The standalone page's state: the settings, and the release to show. */
interface StandaloneState {
  config: PublicConfig;
  remote: { name: string; version: string; entry: string; integrity?: string };
}

const LOG_LINES = 40;
/** True for the standalone page's own address, which names no page of the remote. */
const isOwnPath = (path: string): boolean => /^\/(_standalone\/|$)/.test(path) && !isFragmentPath(path);

/** Loads the remote, mounts it, and updates the panel. @returns a function that replaces the definition */
export async function start(initial: StandaloneDefinition): Promise<(changed: StandaloneDefinition) => void> {
  let definition = initial;
  const text = document.getElementById(PAGE_STATE_ID)?.textContent;
  if (!text) throw new Error(`The standalone page has no #${PAGE_STATE_ID}.`);
  const state = JSON.parse(text) as StandaloneState;
  const home = window.location.href;
  const asked = new URLSearchParams(window.location.search);
  const slot = createRef<HTMLDivElement>();
  const names = [...definition.scenarios.map(({ name }) => name), 'real'];
  const wanted = asked.get('scenario') ?? names[0] ?? 'real';
  const isKnown = names.includes(wanted);
  let scenario = isKnown ? wanted : (names[0] ?? 'real');
  let log: string[] = isKnown ? [] : [`There is no scenario "${wanted}".`];
  let alert: { text: string; close(): void } | undefined;
  let app: RemoteApp | undefined;
  let unmount: (() => Promise<void>) | undefined;
  let queue = Promise.resolve();

  const root = createRoot(document.getElementById('standalone') ?? document.body);
  const currentScenario = (): Scenario | undefined => definition.scenarios.find(({ name }) => name === scenario);
  const show = () =>
    flushSync(() =>
      root.render(
        <Panel
          definition={definition}
          version={state.remote.version}
          scenario={scenario}
          page={window.location.pathname + window.location.search}
          log={log}
          alert={alert}
          slot={slot}
          onScenario={(name) => {
            scenario = name;
            remount();
          }}
          onPage={(path) => go(path)}
        />,
      ),
    );
  const report = (line: string) => {
    log = [line, ...log].slice(0, LOG_LINES);
    queueMicrotask(show);
  };

  const known: ShellApi = {
    events: new EventScope(
      state.remote.name,
      () => app?.events,
      (error) => report(String(error)),
    ),
    alert: (text) =>
      new Promise((resolve) => {
        alert = {
          text,
          close() {
            alert = undefined;
            queueMicrotask(show);
            resolve();
          },
        };
        report(`shell.alert(${JSON.stringify(text)})`);
      }),
    toast: (text) => report(`shell.toast(${JSON.stringify(text)})`),
    navigate: (path) => go(path),
    setHead: (head) => {
      document.title = head.title;
      report(`shell.setHead(${JSON.stringify(head.title)})`);
    },
    fail: (error) => {
      console.error(error);
      report(`shell.fail(${JSON.stringify(String(error))})`);
    },
  };
  const shell = withSiteShell(known, (name) => report(`shell.${name}()`));

  const props = (): MountProps => {
    if (!slot.current) throw new Error('The standalone page has no slot.');
    return { slot: slot.current, config: state.config, data: undefined, shell };
  };
  // Mounts and unmounts run one after the other, as in single-spa.
  const remount = (changed?: RemoteApp) => {
    isFragment = isFragmentPath(window.location.pathname);
    show();
    queue = queue
      .then(async () => {
        await unmount?.();
        unmount = undefined;
        app = changed ?? app;
        if (app) unmount = await showAlone(state.remote.name, app, props());
      })
      .catch((error: unknown) => report(String(error)));
  };
  window.addEventListener(APP_UPDATED, (event: CustomEventInit<RemoteApp> & Event) => {
    const { detail } = event;
    event.preventDefault();
    report('The remote was changed and mounted again.');
    remount(detail);
  });
  const owned = (path: string) =>
    isFragmentPath(path) || definition.pages.some((page) => page.split('/')[1] === path.split('/')[1]);
  const go = (path: string) => {
    report(`shell.navigate(${JSON.stringify(path)})`);
    const url = new URL(path, window.location.href);
    if (!owned(url.pathname)) return;
    window.history.pushState(null, '', url);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    show();
  };
  let isFragment = false;
  // This listener comes before the remote's, because the remote knows no fragment addresses.
  window.addEventListener('popstate', (event) => {
    if (!isFragment && !isFragmentPath(window.location.pathname)) return queueMicrotask(show);
    event.stopImmediatePropagation();
    remount();
  });

  interceptFetch(currentScenario, report);
  interceptXhr(currentScenario, report);
  interceptForms(currentScenario, report, (path) => go(path));
  definition.prepare?.(currentScenario);
  document.addEventListener('click', (event) => {
    const url = clickedAddress(event);
    if (!url) return;
    event.preventDefault();
    go(url.pathname + url.search);
  });

  // A page of the remote may use `page` in its own query.
  const named = isOwnPath(window.location.pathname) ? asked.get('page') : home;
  const page = named !== null && URL.canParse(named, home) ? new URL(named, home) : undefined;
  const isHere = page && owned(page.pathname);
  if (named !== null && !isHere) log = [`There is no page "${named}" here.`, ...log];
  const first = isHere ? page.pathname + page.search + page.hash : definition.pages[0];
  if (first) {
    window.history.replaceState(null, '', first);
    // This makes a reload show the standalone page again, not the composed site's page.
    if (new URL(home).pathname.startsWith('/_standalone/')) {
      window.addEventListener('beforeunload', () => window.history.replaceState(null, '', home));
    }
  }
  show();
  app = await loadApp(state.remote);
  await app.bootstrap(props());
  remount();
  await queue;
  return (changed) => {
    definition = changed;
    remount();
  };
}

/** Loads the remote's container as the shell does, with its integrity hash. */
async function loadApp({ name, entry, integrity }: StandaloneState['remote']): Promise<RemoteApp> {
  const script = { src: entry, async: true, ...(integrity && { integrity }) };
  await arrival(Object.assign(document.createElement('script'), script), entry);
  return (await exposedModule(name, './app')) as RemoteApp;
}

/**
 * Mounts the fragment or the page that the address names.
 * @returns a function that unmounts it
 * @throws Error when the remote has no such fragment
 */
async function showAlone(remote: string, app: RemoteApp, props: MountProps): Promise<() => Promise<void>> {
  const asked = fragmentAt(new URL(window.location.href));
  if (!asked) {
    await app.mount(props);
    return () => app.unmount(props);
  }
  const { fragments } = (await exposedModule(remote, './fragments')) as FragmentsModule;
  const fragment = await fragments[asked.name]?.();
  if (!fragment) {
    throw new Error(
      `${remote} has no fragment "${asked.name}". It has: ${Object.keys(fragments).join(', ') || 'none'}.`,
    );
  }
  const given = { ...props, ...asked, key: 'standalone' };
  document.title = `${remote}/${asked.name}`;
  await fragment.bootstrap?.(given);
  await fragment.mount(given);
  return () => fragment.unmount(given);
}
