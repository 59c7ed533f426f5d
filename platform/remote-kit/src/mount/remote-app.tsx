import type { AddressView, RemoteApp } from '@wholepage/contracts/mount';
import type { ComponentType } from 'react';
import { type OwnRoot, openRoot } from '../own-root';
import { findRoute, forgetFailures, loadPage } from '../pages/load-page';
import type { RemoteDefinition } from '../pages/page';
import type { RemotePagesProps } from '../pages/RemotePages';
import { prepareData } from '../pages/use-loaded';
import { RemoteContext } from '../remote-context';
import { AddressChangesContext, watchAddress } from './address-changes';
import { currentAddress } from './current-address';

/** How a remote follows the address, and whose. */
export type FollowingPagesProps = Omit<RemotePagesProps, 'address'> & { view: AddressView };
export type PagesComponent = ComponentType<FollowingPagesProps>;

const hydratable = (slot: HTMLElement, data: unknown): boolean => data !== undefined && slot.hasChildNodes();

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
      const hydrate = hydratable(slot, data);
      const changes = watchAddress(view);
      watches.set(slot, changes);
      const tree = (
        <RemoteContext.Provider value={{ config, shell }}>
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
