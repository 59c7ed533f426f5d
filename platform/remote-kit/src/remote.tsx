import type { AddressView, RemoteApp } from '@wholepage/contracts/mount';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { type OwnRoot, openRoot } from './own-root';
import type { RemoteDefinition } from './page';
import {
  AddressChangesContext,
  currentAddress,
  findRoute,
  forgetFailures,
  loadPage,
  prepareData,
  RemotePages,
  type RemotePagesProps,
  watchAddress,
} from './pages';
import { RemoteContext } from './remote-context';

/*
 * The browser entry of a React remote, and what its pages import.
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
export { definePage, denied, redirect } from './page';
export { RemoteContext, type RemoteEnvironment, useRemote } from './remote-context';

/** How a remote follows the address, and whose. */
type FollowingPagesProps = Omit<RemotePagesProps, 'address'> & { view: AddressView };
export type PagesComponent = ComponentType<FollowingPagesProps>;

/** Whose `prepare` an app exports by itself: `export const { prepare } = createRemote(…)`. */
export type PreparedApp = RemoteApp & Required<Pick<RemoteApp, 'prepare'>>;

/** The browser entry of a React remote: one root in its slot, hydrated when the server made its HTML. */
export function remoteApp(definition: RemoteDefinition, Pages: PagesComponent): PreparedApp {
  // A mount that was given up may still be under way in a slot of its own.
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
      // Whose data came along. A visitor who goes back while the page's code is on its way changes the address, not the page.
      const key = currentAddress(view);
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
        // In slices, so that a touch is answered in between.
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

/** A remote whose pages read no more of the address than their `load` is given. */
export const createRemote = (definition: RemoteDefinition): PreparedApp => remoteApp(definition, BrowserPages);

/** A query that the shell has taken from the address meanwhile makes no other page. */
const caughtUp = (address: string, view: AddressView): string =>
  address.split('?')[0] === view.location.pathname ? address : currentAddress(view);

/**
 * Follows the address bar. A transition keeps the old page while the code of the next one is on its way. What the server made
 * is hydrated as the page that it is, also when the visitor has gone on since.
 */
function BrowserPages({ view, ...props }: FollowingPagesProps) {
  const [address, setAddress] = useState(() => props.initial?.key ?? currentAddress(view));
  useEffect(() => {
    const follow = () => startTransition(() => setAddress(currentAddress(view)));
    view.addEventListener('popstate', follow);
    startTransition(() => setAddress((before) => caughtUp(before, view)));
    return () => view.removeEventListener('popstate', follow);
  }, [view]);
  return <RemotePages {...props} address={address} />;
}
