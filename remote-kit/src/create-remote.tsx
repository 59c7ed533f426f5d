import type { RemoteApp } from 'contracts/mount';
import type { ComponentType, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserPages, currentAddress } from './BrowserPages';
import { findRoute, loadPage } from './load-page';
import type { RemoteDefinition } from './page';
import { RemoteBoundary } from './RemoteBoundary';
import type { RemotePagesProps } from './RemotePages';
import { RemoteContext } from './remote-context';

/** How a remote follows the address. */
export type PagesComponent = ComponentType<Omit<RemotePagesProps, 'address'>>;

const hydratable = (slot: HTMLElement, data: unknown): boolean => data !== undefined && slot.hasChildNodes();

/**
 * The browser entry of a React remote: one root in its slot, hydrated when the server made its HTML.
 * @param Pages {@link BrowserPages} unless the remote needs more of a router
 */
export function createRemote(definition: RemoteDefinition, Pages: PagesComponent = BrowserPages): RemoteApp {
  let root: Root | undefined;
  const options = { identifierPrefix: `${definition.name}-` };

  const show = (slot: HTMLElement, tree: ReactNode, hydrate: boolean) => {
    if (hydrate) {
      root = hydrateRoot(slot, tree, options);
      return;
    }
    slot.replaceChildren();
    const created = createRoot(slot, options);
    root = created;
    flushSync(() => created.render(tree));
  };

  return {
    async bootstrap() {},

    async mount({ slot, config, data, shell }) {
      const match = findRoute(definition.routes, window.location.pathname);
      if (match) await loadPage(match.route);
      const hydrate = hydratable(slot, data);
      const tree = (
        <RemoteBoundary name={definition.name}>
          <RemoteContext value={{ config, shell }}>
            <Pages
              definition={definition}
              origin={window.location.origin}
              initial={hydrate ? { key: currentAddress(), data } : undefined}
            />
          </RemoteContext>
        </RemoteBoundary>
      );
      show(slot, tree, hydrate);
    },

    async unmount({ slot }) {
      root?.unmount();
      root = undefined;
      slot.replaceChildren();
    },
  };
}
