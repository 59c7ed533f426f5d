import type { AddressView, RemoteApp } from '@wholepage/contracts/mount';
import { type ComponentType, type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { findRoute, forgetFailures, loadPage } from '../pages/load-page';
import type { RemoteDefinition } from '../pages/page';
import type { RemotePagesProps } from '../pages/RemotePages';
import { prepareData } from '../pages/use-loaded';
import { RemoteContext } from '../remote-context';
import { AddressChangesContext, watchAddress } from './address-changes';
import { currentAddress } from './current-address';
import { RemoteBoundary } from './RemoteBoundary';

/** How a remote follows the address, and whose. */
export type FollowingPagesProps = Omit<RemotePagesProps, 'address'> & { view: AddressView };
export type PagesComponent = ComponentType<FollowingPagesProps>;

const hydratable = (slot: HTMLElement, data: unknown): boolean => data !== undefined && slot.hasChildNodes();

/** The browser entry of a React remote: one root in its slot, hydrated when the server made its HTML. */
export function remoteApp(definition: RemoteDefinition, Pages: PagesComponent): RemoteApp {
  // A mount that was given up may still be under way in a slot of its own.
  const roots = new WeakMap<HTMLElement, Root>();
  const watches = new WeakMap<HTMLElement, ReturnType<typeof watchAddress>>();
  const options = { identifierPrefix: `${definition.name}-` };

  const show = (slot: HTMLElement, tree: ReactNode, hydrate: boolean) => {
    if (hydrate) {
      // In slices, so that a touch is answered in between.
      startTransition(() => {
        const root = hydrateRoot(slot, tree, {
          ...options,
          // React calls it an error that a page is left before it was hydrated.
          onRecoverableError: (error) => roots.get(slot) === root && reportError(error),
        });
        roots.set(slot, root);
      });
      return;
    }
    slot.replaceChildren();
    const root = createRoot(slot, options);
    roots.set(slot, root);
    flushSync(() => root.render(tree));
  };

  return {
    async bootstrap() {},

    async prepare({ url, config }) {
      forgetFailures();
      const match = findRoute(definition.routes, url.pathname);
      if (match) await prepareData(await loadPage(match.route), { url, params: match.params, config });
    },

    /** @throws when the page's code cannot be loaded */
    async mount({ slot, config, data, shell, view = window }) {
      forgetFailures();
      const match = findRoute(definition.routes, view.location.pathname);
      if (match) await loadPage(match.route);
      if (!slot.isConnected) return;
      const hydrate = hydratable(slot, data);
      const changes = watchAddress(view);
      watches.set(slot, changes);
      const tree = (
        <RemoteBoundary onFail={(error) => shell.fail(error)}>
          <RemoteContext.Provider value={{ config, shell }}>
            <AddressChangesContext.Provider value={changes}>
              <Pages
                definition={definition}
                origin={view.location.origin}
                view={view}
                initial={hydrate ? { key: currentAddress(view), data } : undefined}
              />
            </AddressChangesContext.Provider>
          </RemoteContext.Provider>
        </RemoteBoundary>
      );
      show(slot, tree, hydrate);
    },

    async unmount({ slot }) {
      const root = roots.get(slot);
      roots.delete(slot);
      root?.unmount();
      watches.get(slot)?.end();
      slot.replaceChildren();
    },
  };
}
